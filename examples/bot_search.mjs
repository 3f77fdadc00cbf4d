// SPDX-License-Identifier: MIT
// A bot for takht in JavaScript that looks ahead in every game and knows the rules of none.
//
//     takht arena splendor --bots 'exec:node examples/bot_search.mjs,greedy' --budget sims=200 --games 10
//
// Flat Monte Carlo: each simulation draws anew what our seat cannot know, tries one of our moves, and lets the
// forward model (`takht model`) play on at random to the end; moves that do well are tried more often (UCB1).
// docs/bot-protocol.md says what is spoken.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const EXPLORE = 0.7;
const PLAYOUTS = 4;
const USUAL_SIMS = 100;

/** The rules, as a program that answers every line with one line. */
class Model {
  #waiting = [];

  constructor() {
    this.program = spawn(process.env.TAKHT ?? 'takht', ['model'], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.program.stdout }).on('line', (line) => this.#waiting.shift()(line));
  }

  async ask(line) {
    const answer = await new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.program.stdin.write(line + '\n');
    });
    if (answer !== 'ok' && !answer.startsWith('ok ')) throw new Error(`${line.slice(0, 60)}: ${answer}`);
    return answer.slice(3);
  }

  end() {
    this.program.stdin.end();
  }
}

/** The move to try next: one that was never tried, or the most promising. */
function choose(tried, simulations) {
  const promise = (t) => (t.visits === 0 ? Infinity : t.value / t.visits + EXPLORE * Math.sqrt(Math.log(simulations) / t.visits));
  return tried.reduce((best, t) => (promise(t) > promise(best) ? t : best));
}

async function think(model, sample, budget) {
  const [kind, amount] = budget.split(' ');
  const most = kind === 'sims' ? Number(amount) : kind === 'ms' ? Infinity : USUAL_SIMS;
  const until = kind === 'ms' ? performance.now() + 0.9 * Number(amount) : Infinity;
  const seat = Number(await model.ask('load ' + sample));
  const tried = (await model.ask('legal')).split('; ').map((move) => ({ move, visits: 0, value: 0 }));
  for (let n = 1; tried.length > 1 && n <= most && performance.now() < until; n++) {
    const one = choose(tried, n);
    await model.ask('sample');
    await model.ask('apply ' + one.move);
    const shares = (await model.ask(`playout ${PLAYOUTS}`)).split(' ');
    one.visits++;
    one.value += Number(shares[seat]);
  }
  const better = (a, b) => a.visits > b.visits || (a.visits === b.visits && a.value > b.value);
  return tried.reduce((best, t) => (better(t, best) ? t : best)).move;
}

const say = (text) => process.stdout.write(text + '\n');
const model = new Model();
let sample = '';
for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  const word = space < 0 ? line : line.slice(0, space);
  const rest = space < 0 ? '' : line.slice(space + 1);
  if (word === 'takht') say('name search in JavaScript\nversion 2\nrepeats\nready');
  else if (word === 'sample') sample = rest;
  else if (word === 'seed') await model.ask('seed ' + rest); // a text: a number would not fit
  else if (word === 'go') say('best ' + (await think(model, sample, rest)));
  else if (word === 'quit') break;
  // new, options, budget, move, result, view, legal: we do not need them
}
model.end();
