"""Maximum-weight matching, by rustworkx. Weights are whole numbers of at most `MAX_BITS` bits."""

from collections.abc import Sequence

import rustworkx

MAX_BITS = 124  # rustworkx computes in signed 128 bits and needs some room

Edge = tuple[int, int, int]


def best_matching(size: int, edges: Sequence[Edge], *, full: bool) -> list[int]:
    """For each of ``size`` vertices its partner in a heaviest matching, -1 for none.

    ``full``: among the matchings with most edges, however heavy others are.
    """
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    partner = [-1] * size
    for one, other in rustworkx.max_weight_matching(graph, max_cardinality=full, weight_fn=int):
        partner[one] = other
        partner[other] = one
    return partner
