"""Small matrices as lists of rows."""
import math


def dot(x, y):
    return math.fsum(a * b for a, b in zip(x, y))


def unit(x):
    length = math.sqrt(dot(x, x))
    return [a / length for a in x]


def outer(x, y=None):
    return [[a * b for b in (x if y is None else y)] for a in x]


def inner(a, b):
    return math.fsum(dot(x, y) for x, y in zip(a, b))


def transposed(a):
    return [list(column) for column in zip(*a)]


def product(a, b):
    columns = transposed(b)
    return [[dot(row, column) for column in columns] for row in a]


def combine(a, b, scale=1.0):
    return [[x + scale * y for x, y in zip(row, other)] for row, other in zip(a, b)]


def diagonal(x):
    return [[value if i == j else 0.0 for j in range(len(x))] for i, value in enumerate(x)]


def trace(a):
    return math.fsum(a[i][i] for i in range(len(a)))


def eigen(a):
    """Eigenvalues and eigenvectors (as rows) of a symmetric matrix, by Jacobi's rotations."""
    n = len(a)
    a = [list(row) for row in a]
    vectors = diagonal([1.0] * n)
    for _ in range(60):
        if not any(abs(a[i][j]) > 1e-17 * (abs(a[i][i]) + abs(a[j][j])) for i in range(n) for j in range(i)):
            break
        for p in range(n):
            for q in range(p + 1, n):
                if a[p][q] == 0.0:
                    continue
                ratio = (a[q][q] - a[p][p]) / (2 * a[p][q])
                t = math.copysign(1.0, ratio) / (abs(ratio) + math.hypot(1.0, ratio))
                c = 1 / math.hypot(1.0, t)
                s = t * c
                for k in range(n):
                    a[k][p], a[k][q] = c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]
                for k in range(n):
                    a[p][k], a[q][k] = c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]
                for k in range(n):
                    vectors[p][k], vectors[q][k] = c * vectors[p][k] - s * vectors[q][k], s * vectors[p][k] + c * vectors[q][k]
    return [a[i][i] for i in range(n)], vectors


def of_spectrum(a, function):
    """The function of the eigenvalues of a symmetric matrix."""
    values, vectors = eigen(a)
    total = [[0.0] * len(a) for _ in a]
    for value, vector in zip(values, vectors):
        total = combine(total, outer(vector), function(value))
    return total


def singular_values(a):
    """Of a rectangular matrix, from the symmetric one [[0, A], [A^T, 0]]."""
    m, n = len(a), len(a[0])
    whole = [[0.0] * m + list(row) for row in a] + [list(row) + [0.0] * n for row in transposed(a)]
    return sorted(eigen(whole)[0], reverse=True)[: min(m, n)]


def solve(a, b):
    """x with A x = b, by elimination with row exchanges."""
    n = len(a)
    rows = [list(row) + [value] for row, value in zip(a, b)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - dot(rows[i][i + 1 : n], x[i + 1 :])) / rows[i][i]
    return x


def entropy(values):
    """sum u ln u, 0 ln 0 = 0."""
    return math.fsum(u * math.log(u) for u in values if u > 1e-15)


def bisect(function, low, high):
    """The root of an increasing function."""
    for _ in range(200):
        middle = 0.5 * (low + high)
        if function(middle) < 0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)
