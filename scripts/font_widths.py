#!/usr/bin/env python3
"""Writes src/plot/page/font_widths.h: advance widths of DejaVu Sans, from a font file: scripts/font_widths.py DejaVuSans.ttf"""

import struct
import sys

RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x370, 0x3FF), (0x2010, 0x203A), (0x2070, 0x209C), (0x2190, 0x2199), (0x2200, 0x22FF)]

font = open(sys.argv[1], "rb").read()
tables = {}
for i in range(struct.unpack(">H", font[4:6])[0]):
    tag, _, offset, length = struct.unpack(">4sIII", font[12 + 16 * i:28 + 16 * i])
    tables[tag] = font[offset:offset + length]
units = struct.unpack(">H", tables[b"head"][18:20])[0]
measured = struct.unpack(">H", tables[b"hhea"][34:36])[0]
advances = [struct.unpack(">H", tables[b"hmtx"][4 * i:4 * i + 2])[0] for i in range(measured)]


def glyphs(cmap):
    """Character -> glyph, of the subtable of format 4 for the basic plane."""
    for i in range(struct.unpack(">H", cmap[2:4])[0]):
        offset = struct.unpack(">I", cmap[8 + 8 * i:12 + 8 * i])[0]
        if struct.unpack(">H", cmap[offset:offset + 2])[0] == 4:
            break
    count = struct.unpack(">H", cmap[offset + 6:offset + 8])[0] // 2

    def column(place):
        start = offset + 14 + place
        return struct.unpack(f">{count}H", cmap[start:start + 2 * count])

    ends, starts, deltas, offsets = column(0), column(2 * count + 2), column(4 * count + 2), column(6 * count + 2)
    found = {}
    for i in range(count):
        for c in range(starts[i], ends[i] + 1):
            glyph = c + deltas[i]
            if offsets[i]:
                at = offset + 16 + 6 * count + 2 * i + offsets[i] + 2 * (c - starts[i])
                glyph = struct.unpack(">H", cmap[at:at + 2])[0]
                glyph += deltas[i] if glyph else 0
            found[c] = glyph % 65536
    return found


of = glyphs(tables[b"cmap"])
print("/* Advance widths of DejaVu Sans in thousandths of the font's size, made by scripts/font_widths.py. 0: it has no such character. */")
print("static const struct {\n  unsigned first, last, start; /* characters; the place of the first one's width */\n} font_ranges[] = {")
start = 0
for first, last in RANGES:
    print(f"    {{0x{first:X}, 0x{last:X}, {start}}},")
    start += last - first + 1
print("};\nstatic const unsigned short font_widths[] = {")
line = "   "
for first, last in RANGES:
    for c in range(first, last + 1):
        glyph = of.get(c, 0)
        width = round(1000 * advances[min(glyph, measured - 1)] / units) if glyph else 0
        if len(line) + len(f" {width},") > 120:
            print(line)
            line = "   "
        line += f" {width},"
print(line + "\n};")
