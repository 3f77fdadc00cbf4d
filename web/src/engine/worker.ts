// SPDX-License-Identifier: MIT
// A worker: it does what the desk can do, and nothing else.
import { attend, type Port } from './desk';

attend(self as unknown as Port);
