// SPDX-License-Identifier: MIT
// A record as the fragment of an address, packed: what is shared lies in the link, and nobody stores it.
const MOST = 64 * 1024; // characters of a record that is taken from a link

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  // eslint-disable-next-line no-restricted-syntax -- an array of bytes is one, whatever its memory is called
  const body = new Response(bytes as BodyInit).body;
  if (body === null) return new Uint8Array();
  // eslint-disable-next-line no-restricted-syntax -- the same
  return new Uint8Array(await new Response(body.pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>)).arrayBuffer());
}

export async function toFragment(record: string, ply: number): Promise<string> {
  const bytes = await through(new TextEncoder().encode(record), new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `${ply}.${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/* undefined if it is none, or larger than any game. */
export async function fromFragment(fragment: string): Promise<{ record: string; ply: number } | undefined> {
  const found = /^(\d{1,5})\.([\w-]+)$/.exec(fragment);
  if (found?.[1] === undefined || found[2] === undefined || found[2].length > MOST) return undefined;
  try {
    const bytes = Uint8Array.from(atob(found[2].replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const record = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
    return record.length <= MOST ? { record, ply: Number(found[1]) } : undefined;
  } catch {
    return undefined;
  }
}
