// SPDX-License-Identifier: MIT
// Reports that were made, kept in the browser with the budget they were made with. It may refuse; then they are made again.
import { isJudgement } from '$web/engine/answers';
import type { Report } from '$web/engine/engine';
import { integer, shape } from '$web/shape';

export type KeptReport = { simulations: number; report: Report };
const isKept = shape<KeptReport>({ simulations: integer, report: isJudgement }); // and none that an older page made

const STORE = 'reports';
let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open('takht-study', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(new Error('the browser keeps nothing'));
  });
  return opening;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('the browser keeps nothing'));
  });
}

export async function readReport(key: string): Promise<KeptReport | undefined> {
  try {
    const store = (await database()).transaction(STORE).objectStore(STORE);
    const found: unknown = await done(store.get(key));
    return isKept(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

export async function keepReport(key: string, report: KeptReport): Promise<void> {
  try {
    const store = (await database()).transaction(STORE, 'readwrite').objectStore(STORE);
    await done(store.put(report, key));
  } catch {
    // then it is made again
  }
}
