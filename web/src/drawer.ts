// SPDX-License-Identifier: MIT
// One drawer of the browser's database. It may refuse to keep anything; and whoever clears the data of a site takes it away under an
// open page: then it is opened anew, empty, and keeps what comes from there on.

export class Drawer {
  private opening: Promise<IDBDatabase> | undefined;

  constructor(
    private readonly database: string,
    private readonly store: string,
    private readonly options: IDBObjectStoreParameters = {},
  ) {}

  read<T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return this.within('readonly', ask);
  }

  async write(ask: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    await this.within('readwrite', ask);
  }

  private open(): Promise<IDBDatabase> {
    const opening = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(this.database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(this.store, this.options);
      request.onerror = () => reject(request.error ?? refused());
      request.onsuccess = () => {
        /* Whoever wants to remove it would wait for us. */
        request.result.onversionchange = () => {
          request.result.close();
          this.forget(opening);
        };
        resolve(request.result);
      };
    });
    opening.catch(() => this.forget(opening));
    return (this.opening = opening);
  }

  private forget(opening: Promise<IDBDatabase>): void {
    if (this.opening === opening) this.opening = undefined;
  }

  private async begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const opening = this.opening ?? this.open();
    const database = await opening;
    try {
      return database.transaction(this.store, mode);
    } catch (why) {
      this.forget(opening);
      if (!(why instanceof DOMException) || why.name !== 'InvalidStateError') throw why;
      return (await (this.opening ?? this.open())).transaction(this.store, mode); // the one that we had was closed
    }
  }

  /* Whether there was room shows at the end of a transaction. */
  private async within<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = await this.begin(mode);
    return new Promise((resolve, reject) => {
      const request = ask(transaction.objectStore(this.store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? refused());
    });
  }
}

const refused = () => new Error('the browser keeps nothing');
