"""The table of techniques for cages, easiest first: combinations, and the rule of 45.

*Combinations* are the sets of different digits that make a cage's sum. The *rule of 45*: the digits of a house sum to 45 (on
other sizes to the sum of all digits). Subtract whole cages from a region of houses. What remains is the sum of the cells inside
that no subtracted cage covers (innies), less the cells outside that belong to subtracted cages (outies). A cage is subtracted if
more than half of it lies inside. A person can do a sum of up to two empty cells mentally; a sum of more is *large* and has
techniques of its own.

Order and scores were fitted to 1,195 published KrazyDad Killers, whose books 1 to 100 get harder. The fit is non-negative least
squares of the book number on the instances of each technique, with the classic scores fixed. The results were raised by a third,
and rounded so that a sum over more houses never costs less. Work on cages with many combinations and on sums of two cells rises
most with the book's number. The order that separates the books best goes through the cages first, then adds up houses, and only
then follows digits through a cage. Large sums cost less than small ones, because their number hardly rises from book to book.

The mean score of a book has a rank correlation of 0.90 with the book's number (single puzzles: 0.49). Scores of all techniques
fitted to nine tenths of the books give 0.91 on the other books; fitted to one half, 0.90 on the other half (``python -m
benchmarks.killer_logic books``). Little more is possible: scores differ so much within a book that chance makes 0.28 of the
variance of the books' means.

Levels were set by judgement and then compared with the work of classic puzzles of the same levels
(``benchmarks/killer_levels.py``). Source "lore": Killer solvers know the technique from no single source, and the finder defines
it.
"""

from bookmaker.logic.techniques.declare import read_table

CAGES = read_table("""
technique                                  level       score    SE  source
cage-last-cell                             easy           10   1.0  lore, finders/cages.py
cage-single-combination                    easy            4   1.5  SudokuWiki, Killer Combinations (magic cages)
cage-few-combinations                      easy           10   1.8  SudokuWiki, Killer Combinations (easy)
cage-combinations                          easy           20   2.0  SudokuWiki, Killer Combinations (easy)
innie                                      easy           50   2.0  SudokuWiki, Innies and Outies
outie                                      easy           60   2.0  SudokuWiki, Innies and Outies
innies-outies                              medium         45   3.2  SudokuWiki, Innies and Outies (two and more cells)
large-innies-outies                        medium         15   3.4  SudokuWiki, Innies and Outies (two and more cells)
cage-split                                 medium         40   3.4  SudokuWiki, Cage Splitting
innie-outie-difference                     medium         40   3.6  lore, finders/innies.py
innie-two-houses                           medium         50   2.4  SudokuWiki, Innies and Outies
outie-two-houses                           medium         60   2.4  SudokuWiki, Innies and Outies
innies-outies-two-houses                   medium         50   3.6  SudokuWiki, Innies and Outies (two and more cells)
large-innies-outies-two-houses             medium         15   3.8  SudokuWiki, Innies and Outies (two and more cells)
innie-three-houses                         medium         50   2.8  SudokuWiki, Innies and Outies
outie-three-houses                         medium         60   2.8  SudokuWiki, Innies and Outies
cage-pointing                              medium         12   2.8  SudokuWiki, Cage/Unit Overlap, type 2
cage-claiming                              medium         12   3.0  SudokuWiki, Cage/Unit Overlap, type 1
cage-permutations                          medium         12   3.4  SudokuWiki, Killer Combinations (hard)
large-innie-outie-difference               hard           60   4.0  lore, finders/innies.py
killer-pair                                hard           90   3.8  lore, finders/cagepairs.py
innie-outie-difference-two-houses          hard           50   4.0  lore, finders/innies.py
cage-split-two-houses                      hard           50   3.8  SudokuWiki, Cage Splitting
blocked-combinations                       hard          100   4.0  lore, finders/cagepairs.py
innie-four-houses                          hard           60   3.2  SudokuWiki, Innies and Outies
outie-four-houses                          hard           70   3.2  SudokuWiki, Innies and Outies
innies-outies-three-houses                 hard           60   4.0  SudokuWiki, Innies and Outies (two and more cells)
innies-outies-four-houses                  hard           70   4.4  SudokuWiki, Innies and Outies (two and more cells)
innie-outie-difference-three-houses        hard           60   4.4  lore, finders/innies.py
innie-outie-difference-four-houses         hard           70   4.8  lore, finders/innies.py
cage-split-three-houses                    hard           60   4.2  SudokuWiki, Cage Splitting
cage-split-four-houses                     hard           70   4.6  SudokuWiki, Cage Splitting
large-innies-outies-three-houses           hard           30   4.2  SudokuWiki, Innies and Outies (two and more cells)
large-innies-outies-four-houses            hard           40   4.6  SudokuWiki, Innies and Outies (two and more cells)
large-innie-outie-difference-two-houses    hard           70   4.4  lore, finders/innies.py
large-innie-outie-difference-three-houses  hard           80   4.8  lore, finders/innies.py
large-innie-outie-difference-four-houses   hard           90   5.2  lore, finders/innies.py
killer-triple                              hard          120   4.4  lore, finders/cagepairs.py
cage-comparison                            hard          140   4.8  SudokuWiki, Cage Comparison
""")
