"""The tables of techniques, the easiest first: the engine tries them in this order.

- level: the level of a puzzle whose hardest step it is. It never falls from one row to the next.
- score: the share of a step in the score of a puzzle (``effort.py`` says which steps count). It is HoDoKu's base score where
HoDoKu
  knows the technique, but for a guess.
- SE: how Sudoku Explainer rates a step.
- HoDoKu: its code and its level, "off" where HoDoKu does not use the technique by default, and its base score where it differs.
- source: where the definition is from. The docstring of each finder's module gives the definition.

The words that readers see are in ``catalogues/techniques/``.
"""

from bookmaker.logic.techniques.declare import read_table

TECHNIQUES = read_table("""
technique                        level       score    SE  HoDoKu                        source
full-house                       easy            4   1.0  0000 EASY                     Sudopedia, Full House
naked-single                     easy            4   2.3  0003 EASY                     Sudopedia, Naked Single
hidden-single                    easy           14   1.5  0002 EASY                     Sudopedia, Hidden Single
locked-pair                      medium         40   3.0  0110 MEDIUM                   Sudopedia, Locked Subset
locked-triple                    medium         60   3.6  0111 MEDIUM                   Sudopedia, Locked Subset
pointing                         medium         50   2.6  0100 MEDIUM                   Sudopedia, Locked Candidates
claiming                         medium         50   2.8  0101 MEDIUM                   Sudopedia, Locked Candidates
naked-pair                       medium         60   3.0  0200 MEDIUM                   Sudopedia, Naked Subset
naked-triple                     medium         80   3.6  0201 MEDIUM                   Sudopedia, Naked Subset
hidden-pair                      medium         70   3.4  0210 MEDIUM                   Sudopedia, Hidden Subset
hidden-triple                    medium        100   4.0  0211 MEDIUM                   Sudopedia, Hidden Subset
naked-quadruple                  hard          120   5.0  0202 HARD                     Sudopedia, Naked Subset
hidden-quadruple                 hard          150   5.4  0212 HARD                     Sudopedia, Hidden Subset
x-wing                           hard          140   3.2  0300 HARD                     Sudopedia, X-Wing
swordfish                        hard          150   3.8  0301 HARD                     Sudopedia, Swordfish
jellyfish                        hard          160   5.2  0302 HARD                     Sudopedia, Jellyfish
remote-pair                      hard          110   7.0  0703 HARD                     Sudopedia, Remote Pairs
bug-1                            hard          100   5.6  0610 HARD                     Sudopedia, BUG
skyscraper                       hard          130   6.6  0400 HARD                     Sudopedia, Skyscraper
two-string-kite                  hard          150   6.6  0401 HARD                     Sudopedia, 2-String Kite
turbot-fish                      hard          120   6.6  0403 HARD                     Sudopedia, Turbot Fish
empty-rectangle                  hard          120   6.7  0402 HARD                     Sudopedia, Empty Rectangle
w-wing                           hard          150   7.0  0803 HARD                     Sudopedia, W-Wing
xy-wing                          hard          160   4.2  0800 HARD                     Sudopedia, XY-Wing
xyz-wing                         hard          180   4.4  0801 HARD                     Sudopedia, XYZ-Wing
unique-rectangle-1               expert        100   4.5  0600 HARD                     Sudopedia, Uniqueness Test
unique-rectangle-2               expert        100   4.5  0601 HARD                     Sudopedia, Uniqueness Test
unique-rectangle-3               expert        100   4.6  0602 HARD                     Sudopedia, Uniqueness Test
unique-rectangle-4               expert        100   4.5  0603 HARD                     Sudopedia, Uniqueness Test
unique-rectangle-5               expert        100   4.5  0604 HARD                     Sudopedia, Uniqueness Test
unique-rectangle-6               expert        100   4.5  0605 HARD                     Sudopedia, Uniqueness Test
hidden-rectangle                 expert        100   4.8  0606 HARD                     Sudopedia, Hidden Rectangle
avoidable-rectangle-1            expert        100   4.7  0607 HARD                     Sudopedia, Avoidable Rectangle
avoidable-rectangle-2            expert        100   4.7  0608 HARD                     Sudopedia, Avoidable Rectangle
bug-2                            expert        120   5.7  -                             Sudopedia, BUG
bug-3                            expert        140   5.8  -                             Sudopedia, BUG
bug-4                            expert        120   5.7  -                             Sudopedia, BUG
unique-loop-1                    expert        110   4.6  -                             Sudopedia, Unique Loop
unique-loop-2                    expert        110   4.6  -                             Sudopedia, Unique Loop
unique-loop-3                    expert        110   4.7  -                             Sudopedia, Unique Loop
unique-loop-4                    expert        110   4.6  -                             Sudopedia, Unique Loop
finned-x-wing                    expert        130   7.2  0310 HARD                     Sudopedia, Finned Fish
sashimi-x-wing                   expert        150   7.2  0320 HARD                     Sudopedia, Finned Fish
finned-swordfish                 expert        200   7.6  0311 UNFAIR                   Sudopedia, Finned Fish
sashimi-swordfish                expert        240   7.6  0321 UNFAIR                   Sudopedia, Finned Fish
finned-jellyfish                 expert        250   8.0  0312 UNFAIR                   Sudopedia, Finned Fish
sashimi-jellyfish                expert        260   8.0  0322 UNFAIR                   Sudopedia, Finned Fish
sue-de-coq                       expert        250   7.5  1101 UNFAIR                   Sudopedia, Sue de Coq
simple-colours-trap              expert        150   6.6  0500 HARD                     Sudopedia, Coloring
simple-colours-wrap              expert        150   6.6  0501 HARD                     Sudopedia, Coloring
multi-colours-1                  expert        200   6.8  0502 HARD                     Sudopedia, Coloring
multi-colours-2                  expert        200   6.8  0503 HARD                     Sudopedia, Coloring
x-chain                          expert        260   6.6  0701 UNFAIR                   Sudopedia, X-Chain
xy-chain                         expert        260   6.6  0702 UNFAIR                   Sudopedia, XY-Chain
continuous-nice-loop             diabolical    280   7.0  0706 UNFAIR                   Sudopedia, Nice Loop
aic                              diabolical    280   7.0  0708 UNFAIR                   Sudopedia, Alternating Inference Chain
discontinuous-nice-loop          diabolical    280   7.0  0707 UNFAIR                   Sudopedia, Nice Loop
grouped-continuous-nice-loop     diabolical    300   7.5  0709 UNFAIR                   Sudopedia, Nice Loop
grouped-aic                      diabolical    300   7.5  0711 UNFAIR                   Sudopedia, Alternating Inference Chain
grouped-discontinuous-nice-loop  diabolical    300   7.5  0710 UNFAIR                   Sudopedia, Nice Loop
wxyz-wing                        diabolical    240   7.5  -                             Sudopedia, WXYZ-Wing
als-xz                           diabolical    300   7.5  0901 UNFAIR                   Sudopedia, ALS-XZ
als-xy-wing                      diabolical    320   8.0  0902 UNFAIR                   Sudopedia, ALS-XY-Wing
als-chain                        diabolical    340   8.0  0903 UNFAIR                   Sudopedia, ALS-XY-Chain
death-blossom                    diabolical    360   8.2  0904 UNFAIR off               Sudopedia, Death Blossom
franken-x-wing                   diabolical    300   7.2  0330 UNFAIR                   Sudopedia, Franken Fish
franken-swordfish                diabolical    350   7.6  0331 UNFAIR                   Sudopedia, Franken Fish
franken-jellyfish                diabolical    370   8.0  0332 UNFAIR off               Sudopedia, Franken Fish
finned-franken-x-wing            diabolical    390   7.2  0340 UNFAIR                   Sudopedia, Franken Fish
finned-franken-swordfish         diabolical    410   7.6  0341 UNFAIR                   Sudopedia, Franken Fish
finned-franken-jellyfish         diabolical    430   8.0  0342 UNFAIR off               Sudopedia, Franken Fish
aligned-pair-exclusion           diabolical    340   6.2  -                             Sudopedia, Aligned Pair Exclusion
als-continuous-nice-loop         diabolical    360   8.0  -                             Sudopedia, Nice Loop
als-aic                          diabolical    360   8.0  -                             Sudopedia, Alternating Inference Chain
als-discontinuous-nice-loop      diabolical    360   8.0  -                             Sudopedia, Nice Loop
aligned-triplet-exclusion        diabolical    400   7.5  -                             Sudopedia, Aligned Triplet Exclusion
nishio-forcing-chain             extreme       500   7.5  1301 EXTREME                  Sudopedia, Nishio
cell-forcing-chain               extreme       500   8.0  1302 EXTREME                  Sudopedia, Forcing Chain
house-forcing-chain              extreme       500   8.0  1302 EXTREME                  Sudopedia, Forcing Chain
forcing-net                      extreme       700   8.5  1303 EXTREME                  Sudopedia, Forcing Net
cell-forcing-net                 extreme       700   8.5  1304 EXTREME                  Sudopedia, Forcing Net
house-forcing-net                extreme       700   8.5  1304 EXTREME                  Sudopedia, Forcing Net
brute-force                      beyond      30000  10.0  brute-force EXTREME 10000     Sudopedia, Trial and error
""")
"""On grids that consist of houses only."""

CAGES = read_table("""
technique                                  level       score    SE  source
cage-last-cell                             easy           10   1.0  lore, finders/single_cages.py
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
killer-pair                                hard           90   3.8  lore, finders/cage_pairs.py
innie-outie-difference-two-houses          hard           50   4.0  lore, finders/innies.py
cage-split-two-houses                      hard           50   3.8  SudokuWiki, Cage Splitting
blocked-combinations                       hard          100   4.0  lore, finders/cage_pairs.py
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
killer-triple                              hard          120   4.4  lore, finders/cage_pairs.py
cage-comparison                            hard          140   4.8  SudokuWiki, Cage Comparison
""")
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

RELATIONS = read_table("""
technique       level       score    SE  source
relation-cell   easy           20   1.9  lore, finders/related_cells.py
relation-house  medium         50   2.8  lore, finders/related_cells.py
""")
"""Relations between two cells, beyond the candidates that a placed digit removes from the related cells.

*Cell*: no candidate of a cell allows a digit in a related cell, so the related cell loses it. *House*: every place of a digit in
a house is a cell or related to it, so that the cell loses each candidate that forbids the digit there.

The first is easy, because one clue says it: setters print thermometers and dots with few givens, which start with what each clue
says, and call them easy.
"""

CLUES = read_table("""
technique       level       score    SE  source
clue-sum-last   easy           20   1.5  lore, finders/sums_and_lines.py
clue-line-last  easy           20   1.5  lore, finders/sums_and_lines.py
clue-alone      easy           20   1.9  lore, finders/sums_and_lines.py
clue-sum        medium         50   2.6  lore, finders/sums_and_lines.py
clue-line       medium         50   2.8  lore, finders/sums_and_lines.py
clue-pointing   hard           70   3.4  lore, finders/sums_and_lines.py
clue-line-ways  expert        150   6.2  lore, finders/sums_and_lines.py
""")
"""Sums and lines of clues: the digits that the cells of a clue can hold together.

*Alone*: the digits that a clue allows before anything is filled in, which people know by heart: in a sandwich of 35 both ends are
1 and 9, three cells of an arrow in one box add up to 6 or more. *Sum*: a candidate goes that makes the sum of its clue with no
digits of the other cells, where cells that see each other differ. *Line*: a candidate goes that keeps the rule of its line with
no digits of the other cells. Either is easy where one cell is left, a sum also where two are, a line that holds every digit also
where two or three are: these hold two or three known digits, in one of two or six orders. *Pointing*: every way to keep the clue
has a digit in cells that another cell sees. *Ways of a line*: the same as *line* where all cells see each other, so that the line
holds no digit twice; of lines, only such a one says anything alone.
"""
