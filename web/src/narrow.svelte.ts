// Is the page narrow? Then log and chat lie behind a button, and the others are a row of chips.
const query = matchMedia('(max-width: 1100px)');
const state = $state({ narrow: query.matches });
query.addEventListener('change', () => (state.narrow = query.matches));

export const isNarrow = (): boolean => state.narrow;
