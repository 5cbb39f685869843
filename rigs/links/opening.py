"""Opens the stream that a rig file's `link` names."""

from __future__ import annotations

from rigs.errors import PortMissing
from rigs.links.serial_port import open_serial
from rigs.links.stream import StreamLink
from rigs.links.tcp import open_tcp
from rigs.links.wirelog import WireLog
from rigs.rigfile import Limits, LinkSpec, Rfc2217Spec, SerialSpec, TcpSpec


def open_stream(device: str, spec: LinkSpec, log: WireLog, limits: Limits) -> StreamLink:
    """The open link, for this process alone.

    Raises:
        PortMissing, PortBusy: it cannot be opened.
    """
    if isinstance(spec, SerialSpec):
        return open_serial(
            device,
            spec.port,
            log,
            baud=spec.baud,
            data_bits=spec.data_bits,
            parity=spec.parity,
            stop_bits=spec.stop_bits,
        )
    if isinstance(spec, TcpSpec):
        return open_tcp(device, spec.host, spec.port, log, limits.connect)
    if isinstance(spec, Rfc2217Spec):
        from rigs.links.rfc2217 import open_rfc2217  # few benches need it

        return open_rfc2217(
            device,
            spec.host,
            spec.port,
            log,
            limits.connect,
            baud=spec.baud,
            data_bits=spec.data_bits,
            parity=spec.parity,
            stop_bits=spec.stop_bits,
            without=spec.without,
        )
    raise PortMissing(
        f"a link of kind {spec.kind!r} carries no stream of bytes",
        device=device,
        remedy="use serial, tcp or rfc2217; pty only for an emulated device, visa for instruments",
    )
