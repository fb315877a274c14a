#!/usr/bin/env python3
"""Writes the body of src/base/random/gaussian_table.h: layers of equal area below exp(-x^2/2) (Marsaglia and Tsang 2000).

Decimal arithmetic of 50 digits; each number is rounded once, to the nearest double."""

from decimal import Decimal, getcontext

getcontext().prec = 50
LAYERS = 256


def density(x):
    return (-x * x / 2).exp()


def tail(x):
    """The integral of the density from x on: a continued fraction of Laplace's, for x >= 1."""
    rest = x
    for k in range(2000, 0, -1):
        rest = x + k / rest
    return density(x) / rest


def layers(edge):
    """Right ends of the layers from below, where the lowest one ends at `edge`; and what is left above the last but one.

    The first number is the width of a rectangle with the area and the height of the lowest layer and its tail."""
    area = edge * density(edge) + tail(edge)
    edges = [area / density(edge), edge]
    height = density(edge)
    while len(edges) < LAYERS:
        height += area / edges[-1]
        if height >= 1:
            return edges, Decimal(1)
        edges.append((-2 * height.ln()).sqrt())
    return edges, height + area / edges[-1] - 1


def solve():
    low, high = Decimal(3), Decimal(4)
    for _ in range(150):
        middle = (low + high) / 2
        if layers(middle)[1] > 0:
            low = middle
        else:
            high = middle
    return layers(high)[0] + [Decimal(0)]


def show(name, comment, values):
    print(f"/* {comment} */\nstatic const double {name}[GAUSSIAN_LAYERS + 1] = {{")
    words = [float(value).hex() for value in values]
    for i in range(0, len(words), 5):
        print("    " + ", ".join(words[i:i + 5]) + ",")
    print("};")


edges = solve()
print("/* clang-format off */")
show("gaussian_edges", "right end of layer i; that of layer 0 is its area over its height", edges)
print()
show("gaussian_heights", "exp(-x^2/2) at edge i; layer i is between heights i and i + 1",
     [Decimal(0)] + [density(edge) for edge in edges[1:]])
print("/* clang-format on */")
