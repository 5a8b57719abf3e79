"""Spellings of internal addresses that watchd must not reach (FAULTS F01 to F03, F12)."""

from ipaddress import IPv4Address

INTERNAL_V4 = [
    "127.0.0.1",
    "127.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",  # metadata
    "100.64.0.1",  # carrier-grade NAT
    "100.100.100.200",  # Alibaba's metadata
    "0.0.0.0",
    "192.0.0.192",  # Oracle's metadata
    "168.63.129.16",  # Azure
    "198.18.0.1",
    "192.88.99.1",
    "203.0.113.5",
    "240.0.0.1",
    "255.255.255.255",
    "224.0.0.1",
]
INTERNAL_V6 = [
    "::",
    "::1",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",  # translated
    "::127.0.0.1",  # compatible
    "::169.254.169.254",
    "64:ff9b::127.0.0.1",  # NAT64
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::",  # 6to4
    "2002:a9fe:a9fe::1",
    "2001:0:7f00:1::",  # Teredo
    "2001::1",
    "100::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",  # AWS metadata
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "3fff::1",
    "2620:4f:8000::1",
    "::ffff:10.0.0.1",
    "0000::1",
]
WIDE = str.maketrans("0123456789.", "".join(map(chr, range(0xFF10, 0xFF1A))) + "。")
CIRCLED = str.maketrans("123456789", "".join(map(chr, range(0x2460, 0x2469))))


def spellings(address: str) -> list[str]:
    """Every way to write an IPv4 address that some program understands."""
    value = int(IPv4Address(address))
    a, b, c, d = address.split(".")
    hexes = [f"0x{int(part):x}" for part in (a, b, c, d)]
    octals = [f"0{int(part):o}" for part in (a, b, c, d)]
    return [
        address,
        f"{address}.",
        str(value),
        f"0x{value:x}",
        f"0X{value:X}",
        f"0{value:o}",
        ".".join(hexes),
        ".".join(octals),
        ".".join(f"000{part}" for part in octals),
        f"{a}.{value & 0xFFFFFF}",
        f"{a}.{b}.{value & 0xFFFF}",
        f"{hexes[0]}.{b}.{octals[2]}.{d}",
        address.translate(WIDE),
        address.translate(CIRCLED),
        address.replace(".", "。"),
        address.replace(".", "%2e"),
    ]


def odd(address: str) -> list[str]:
    """URLs about which parsers disagree; each would reach the address with one of them."""
    public = "public.example"
    return [
        f"http://{public}@{address}/",
        f"http://{address}#@{public}/",
        f"http://{address}?@{public}/",
        f"http://{address}\\@{public}/",
        f"http://{public}\\@{address}/",
        f"http://{address}%00.{public}/",
        f"http://{address}%2f.{public}/",
        f"http:\\\\{address}/",
        f"http:/{address}/",
        f"http:{address}/",
        f"///{address}/",
        f"http://{address}:80:80/",
        f"http://[{address}]/",
        f"http://[::ffff:{address}%25eth0]/",
        f"http://\t{address}/",
        f"ht\ntp://{address}/",
        f"//{address}/",
        f" http://{address}/ ",
        f"HTTP://{address}/",
        f"https://{address}/",
    ]


def urls() -> list[str]:
    hosts = [form for address in INTERNAL_V4 for form in spellings(address)]
    hosts += [f"[{address}]" for address in INTERNAL_V6]
    plain = [f"http://{host}/" for host in hosts]
    ported = [f"http://{host}:8080/secret" for host in (*INTERNAL_V4, *(f"[{a}]" for a in INTERNAL_V6))]
    strange = [url for address in ("127.0.0.1", "169.254.169.254", "10.0.0.1") for url in odd(address)]
    return plain + ported + strange
