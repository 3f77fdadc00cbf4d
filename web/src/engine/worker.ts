// SPDX-License-Identifier: MIT
// A worker: it does what the desk can do, and nothing else.
import { attend, type Port } from './desk';

// eslint-disable-next-line no-restricted-syntax -- the types of a page are loaded, not those of a worker
attend(self as unknown as Port);
