"""Budget accounting of one run: moves that wait, requests, bytes and time, and the reason to stop."""

from typing import Literal

from watchd.core.population.events import Arrival, Move, RunBudget

StopReason = Literal["budget_pages", "budget_bytes", "budget_seconds", "extinct", "exhausted"]
MAX_REFUSED_PER_PAGE = 4  # addresses that we do not visit, per page of the budget, before each counts as a page
TOO_LARGE = "budget"  # the trouble with a page that is larger than the bytes set aside for it


class BudgetUse:
    """The budget of one run and what the run has spent of it."""

    def __init__(self, budget: RunBudget) -> None:
        self.budget = budget
        self.asked = 0  # moves that were proposed
        self.unasked = 0  # of these, moves that cost no page of the budget
        self.refused = 0  # addresses that we do not visit
        self.settled = 0
        self.spent_bytes = 0
        self.elapsed_seconds = 0.0
        self.was_short = False  # a page was larger than what was left
        self.under_way: dict[int, Move] = {}  # moves that wait for their arrival

    @property
    def requests(self) -> int:
        """Moves that cost a page of the budget: all but start pages that are remembered, and refused addresses."""
        return self.asked - self.unasked

    @property
    def next_page_bytes(self) -> int:
        """Bytes that one more page may take."""
        set_aside = sum(move.room for move in self.under_way.values())
        return min(self.budget.page_bytes, self.budget.bytes - self.spent_bytes - set_aside)

    @property
    def stop_reason(self) -> StopReason | None:
        """The part of the budget that is used up; None while one more page may be asked for."""
        if self.requests >= self.budget.pages:
            return "budget_pages"
        # The last page gets all that is left. Pages under way may leave more for it.
        left = self.next_page_bytes
        if left <= 0 or (self.under_way and left < self.budget.page_bytes):
            return "budget_bytes"
        if self.elapsed_seconds >= self.budget.seconds:
            return "budget_seconds"
        return None

    def start(self, move: Move) -> None:
        """Count a move that is proposed."""
        self.asked += 1
        self.under_way[move.number] = move

    def finish(self, arrival: Arrival) -> Move:
        """Take the move of an arrival off the list and count the bytes."""
        move = self.under_way.pop(arrival.move, None)
        if move is None:
            raise ValueError(f"The arrival must belong to a move that waits; got move {arrival.move}.")
        self.settled += 1
        self.spent_bytes += arrival.bytes
        self.was_short = self.was_short or arrival.trouble == TOO_LARGE
        return move

    def is_free(self, arrival: Arrival) -> bool:
        """Return whether the arrival costs no page of the budget, and count it.

        An address that we do not visit costs no page, unless there are too many of them.
        """
        if not arrival.unasked:
            return False
        if arrival.page is None:
            self.refused += 1
            if self.refused > MAX_REFUSED_PER_PAGE * self.budget.pages:
                return False
        self.unasked += 1
        return True
