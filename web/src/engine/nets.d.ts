// SPDX-License-Identifier: MIT
// The nets that lie in the folders of the games, as tools/nets.ts finds them: for which game and how many players, and where.
declare module 'virtual:nets' {
  const nets: readonly { name: string; game: string; players: number; url: string }[];
  export default nets;
}
