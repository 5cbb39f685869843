"""The certificate of test: one HTML file, and the PDF that is made of it."""
