// SPDX-License-Identifier: MIT
// Takht's rules and bots for JavaScript: a thin face over the WebAssembly module (bind/table.h says what each call means). How its
// bytes are found is said in index.js.

const WATCHER = -3;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a value is called in an error. */
const called = (value) => (typeof value === "object" && value !== null ? "an object" : String(value));

/* The module takes numbers for anything: for a place of its memory where a text is wanted, for seat 0 where something is no number. */
function text(what, value) {
    if (typeof value !== "string") throw new TypeError(`${called(value)} is not ${what}, which is a text`);
    return value;
}

function whole(what, value) {
    if (!Number.isInteger(value)) throw new TypeError(`there is no such ${what}: ${called(value)} is no whole number`);
    if (value < -(2 ** 31) || value >= 2 ** 32) throw new RangeError(`there is no such ${what}: ${value} is too large`); // it would be cut
    return value;
}

/** The few calls of a system that the module may make: a clock; what it would print goes nowhere. */
function system(memory) {
    const clock = () => BigInt(Math.round(performance.now() * 1e6));
    return {
        clock_time_get: (_id, _precision, at) => {
            new DataView(memory().buffer).setBigUint64(at, clock(), true);
            return 0;
        },
        fd_close: () => 8,
        fd_seek: () => 8,
        fd_write: () => 8,
    };
}

/** A face over the module. `progress(done, all)` hears how far a report is. */
export async function open(module, progress = () => {}) {
    const instance = await WebAssembly.instantiate(module, {
        wasi_snapshot_preview1: system(() => instance.exports.memory),
        takht: { progress },
    });
    instance.exports._initialize();
    return new Takht(instance.exports);
}

export class Takht {
    #c;

    constructor(exports) {
        this.#c = exports;
    }

    /** All games with their options. */
    get games() {
        const table = new Table(this.#c);
        const games = table.games();
        table.free();
        return games;
    }

    /** A table at which something is begun, and which is given back if it is refused. */
    #begun(language, begin) {
        const table = new Table(this.#c);
        try {
            return begin(table.speak(language));
        } catch (why) {
            table.free();
            throw why;
        }
    }

    /** Begins a game. What is wrong with it is told in a language, here and below. */
    start(game, { players = 2, seed = randomSeed(), options = {}, language = "en" } = {}) {
        return this.#begun(language, (table) => table.start(game, players, options, seed));
    }

    /** A game as its record tells it. */
    read(record, language = "en") {
        return this.#begun(language, (table) => table.read(record));
    }

    /** A position that `dump` wrote, or that somebody set up. */
    load(game, position, language = "en") {
        return this.#begun(language, (table) => table.load(game, position));
    }

    /** Gives bots a net under a name. */
    giveNet(name, bytes) {
        const table = new Table(this.#c);
        try {
            table.net(name, bytes);
        } finally {
            table.free();
        }
    }

    /** All games with titles, options and characters of bots, in all languages. */
    get catalogue() {
        const table = new Table(this.#c);
        const games = table.catalogue();
        table.free();
        return games;
    }
}

function randomSeed() {
    return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Table {
    #c;
    #at;

    constructor(exports) {
        this.#c = exports;
        this.#at = exports.tk_table_new();
        if (this.#at === 0) throw new Error("there is not enough memory");
    }

    /** Gives the memory of this table back. */
    free() {
        this.#c.tk_table_free(this.#at);
        this.#at = 0;
    }

    // --- texts go in and out through the module's memory ---

    #put(bytes, end) {
        const at = this.#c.tk_memory(bytes.length + end);
        if (at === 0) throw new Error("there is not enough memory");
        const memory = new Uint8Array(this.#c.memory.buffer, at, bytes.length + end);
        memory.set(bytes);
        if (end > 0) memory[bytes.length] = 0;
        return at;
    }

    #text(at) {
        const memory = new Uint8Array(this.#c.memory.buffer);
        let end = at;
        while (memory[end] !== 0) end++;
        return decoder.decode(memory.subarray(at, end));
    }

    #number(name, ...values) {
        if (this.#at === 0) throw new Error("this table was given back");
        if (values.some((value) => typeof value === "string" && value.includes("\0"))) throw new Error("a text has no zero byte in it");
        const texts = [];
        const given = values.map((value) => {
            if (typeof value !== "string") return value;
            texts.push(this.#put(encoder.encode(value), 1));
            return texts.at(-1);
        });
        const answer = this.#c[name](this.#at, ...given);
        for (const at of texts) this.#c.tk_memory_free(at);
        return answer;
    }

    #call(name, ...values) {
        const answer = this.#number(name, ...values);
        if (answer === 0) throw this.#refusal();
        return answer;
    }

    /** A question about a decision or a seat; one that there is not is refused. */
    #asked(name, which) {
        const answer = this.#number(name, which);
        const refusal = answer < 0 ? this.#refusal() : null;
        if (refusal !== null && refusal.message !== "") throw refusal;
        return answer === 1;
    }

    /** Why the last call was refused, and in `where` the member of a position that it is about, if it is about one. */
    #refusal() {
        const where = this.#text(this.#c.tk_table_where(this.#at));
        return Object.assign(new Error(this.#text(this.#c.tk_table_problem(this.#at))), where === "" ? {} : { where });
    }

    #json(name, ...values) {
        return JSON.parse(this.#text(this.#call(name, ...values)));
    }

    games() {
        return this.#json("tk_table_games");
    }

    catalogue() {
        return this.#json("tk_table_catalogue");
    }

    net(name, bytes) {
        if (!ArrayBuffer.isView(bytes)) throw new TypeError(`${called(bytes)} is not a net, which is a Uint8Array`);
        const at = this.#put(bytes, 0); // the module keeps it; packed ones are unpacked there
        this.#call("tk_table_net", text("a name", name), at, bytes.length);
    }

    // --- the beginning ---

    start(game, players, options, seed) {
        this.#call("tk_table_start", text("a game", game), whole("number of players", players), JSON.stringify(options) ?? "", String(seed));
        return this;
    }

    read(record) {
        this.#call("tk_table_read", text("a record", record));
        return this;
    }

    load(game, position) {
        this.#call("tk_table_load", text("a game", game), typeof position === "string" ? position : (JSON.stringify(position) ?? ""));
        return this;
    }

    /** The language of sentences: "en" or "fa". */
    speak(language) {
        this.#call("tk_table_speak", text("a language", language));
        return this;
    }

    // --- what is there ---

    get players() {
        return this.#number("tk_table_players");
    }

    /** The seat that is to act, or -1 when the game is over. */
    get actor() {
        return this.#number("tk_table_actor");
    }

    get over() {
        return this.actor < 0;
    }

    /** Decisions so far. */
    get length() {
        return this.#number("tk_table_length");
    }

    /** The position as a seat sees it; without one, as a watcher does. */
    view(seat = WATCHER) {
        return this.#json("tk_table_view", whole("seat", seat));
    }

    legal() {
        return this.#json("tk_table_legal");
    }

    scores() {
        return this.#json("tk_table_scores");
    }

    /** The last move in sentences. */
    said(seat = WATCHER) {
        return this.#json("tk_table_said", whole("seat", seat));
    }

    record() {
        return this.#text(this.#call("tk_table_record"));
    }

    /** What a player is called, for the record. */
    name(seat, name) {
        this.#call("tk_table_name", whole("seat", seat), text("a name", name));
        return this;
    }

    // --- the same as a server's table tells it (docs/protocol.md) ---

    /** Legal moves with what each does: `{ move, say }`. */
    moves() {
        return this.#json("tk_table_moves");
    }

    /** What a move would do, `{ say }`, or why it cannot be made, `{ refused }`. */
    preview(move) {
        return this.#json("tk_table_preview", text("a move", move));
    }

    /** The position after so many decisions. */
    viewAt(ply, seat = WATCHER) {
        return this.#json("tk_table_view_at", whole("decision", ply), whole("seat", seat));
    }

    /** The decisions since then, as lines of a log. */
    lines(since = 0, seat = WATCHER) {
        return this.#json("tk_table_lines", whole("decision", since), whole("seat", seat));
    }

    /** Did a decision, counted from 1, show something hidden? */
    revealed(ply) {
        return this.#asked("tk_table_revealed", whole("decision", ply));
    }

    /** Does this seat know something that another does not? */
    secret(seat) {
        return this.#asked("tk_table_secret", whole("seat", seat));
    }

    /** Scores, ranks and score sheets. */
    result() {
        return this.#json("tk_table_result");
    }

    dump() {
        return this.#json("tk_table_dump");
    }

    /** What a position of this game is made of, for a form in which one is set up. */
    form() {
        return this.#json("tk_table_form");
    }

    // --- what can be done ---

    play(move) {
        this.#call("tk_table_play", text("a move", move));
        return this;
    }

    back(decisions = 1) {
        this.#call("tk_table_back", whole("number of decisions", decisions));
        return this;
    }

    /** Draws everything anew that a seat cannot know. */
    sample(seat, seed = 0) {
        this.#call("tk_table_sample", whole("seat", seat), whole("seed", seed));
        return this;
    }

    /** What a bot would do for the seat that acts. Chances are between 0 and 1. */
    think(bot = "expert", seed = 0) {
        const thought = this.#json("tk_table_think", text("a bot", bot), whole("seed", seed));
        const best = thought.best.map((line) => ({ ...line, chance: line.chance / 10000, seats: line.seats.map((chance) => chance / 10000), score: line.score / 100 }));
        return { ...thought, best };
    }

    /** What became of the game and why: chances, losses and luck (numbers from 0 to 1). */
    report({ bot = "mcts", simulations = 200, seed = 0 } = {}) {
        return this.#json("tk_table_report", text("a bot", bot), whole("number of simulations", simulations), 1, whole("seed", seed));
    }
}
