// SPDX-License-Identifier: MIT
// Looking at the board: how near, and at which part. While a finger or the wheel moves, only the compositor
// works; when it rests, the drawing is made anew at its new size, so that it is sharp.
import { BOX, RIM, RULER, WIDE, type Point } from './look';

export type Sight = { near: number; x: number; y: number };
export type Size = { width: number; height: number };

/* How many times as large as the whole board one may look, at least; in a small window more, until hexes are twice a finger. */
export const NEAREST = 5;
const nearestOf = (size: Size): number => Math.max(NEAREST, 2 * reachOf(size));
/* A hex that is tapped with a finger is at least this wide. */
export const FINGER = 44;

export const fitOf = (size: Size): number => Math.min(size.width / BOX.width, size.height / BOX.height);

/* The board covers its window, or lies in its middle (at its top, under the numbers, where there is room for tools below). */
export function clamp(sight: Sight, size: Size, top = false): Sight {
  const near = Math.min(nearestOf(size), Math.max(1, sight.near));
  const scale = fitOf(size) * near;
  const first = Math.max(0, RULER - RIM.top * scale); // from afar the rim has less room than the numbers need
  const within = (at: number, room: number, length: number, start: boolean) =>
    length <= room ? (start ? Math.min(first, room - length) : (room - length) / 2) : Math.min(0, Math.max(room - length, at));
  return {
    near,
    x: within(sight.x, size.width, BOX.width * scale, false),
    y: within(sight.y, size.height, BOX.height * scale, top),
  };
}

/* Nearer or farther, and what is under this point of the window stays there. */
export function zoom(sight: Sight, size: Size, to: number, at: Point, top = false): Sight {
  const near = Math.min(nearestOf(size), Math.max(1, to));
  const by = near / sight.near;
  return clamp({ near, x: at.x - (at.x - sight.x) * by, y: at.y - (at.y - sight.y) * by }, size, top);
}

/* A point of the drawing in the middle of the window. */
export function aimAt(point: Point, near: number, size: Size, top = false): Sight {
  const scale = fitOf(size) * near;
  return clamp({ near, x: size.width / 2 - (point.x - BOX.x) * scale, y: size.height / 2 - (point.y - BOX.y) * scale }, size, top);
}

/* How near one must be for a finger to mean one hex. */
export const reachOf = (size: Size): number => Math.max(1, (FINGER + 1) / (WIDE * fitOf(size)));

/* The same look in a window of another size: the same middle, hexes as large as before; the whole board stays whole. */
export function kept(sight: Sight, before: Size, now: Size, top = false): Sight {
  if (sight.near <= 1.01 || before.width <= 1) return clamp({ ...sight, near: 1 }, now, top);
  const scale = fitOf(before) * sight.near;
  const middle = { x: BOX.x + (before.width / 2 - sight.x) / scale, y: BOX.y + (before.height / 2 - sight.y) / scale };
  return aimAt(middle, scale / fitOf(now), now, top);
}

/* Where a point of the drawing is in the window. */
export function seenAt(point: Point, sight: Sight, size: Size): Point {
  const scale = fitOf(size) * sight.near;
  return { x: sight.x + (point.x - BOX.x) * scale, y: sight.y + (point.y - BOX.y) * scale };
}

/* The part of the drawing that the window shows. */
export function shownPart(sight: Sight, size: Size): { x: number; y: number; width: number; height: number } {
  const scale = fitOf(size) * sight.near;
  return { x: BOX.x - sight.x / scale, y: BOX.y - sight.y / scale, width: size.width / scale, height: size.height / scale };
}

type Finger = Point & { id: number };

export type Listener = {
  change: (sight: Sight) => void; // it has come to rest
  move: () => void; // it begins to move: what hangs at a place lets go
  moving: (sight: Sight, scale: number) => void; // at every frame of a movement: for what goes along at the edges
  hold: (at: Point | undefined) => void; // a finger rests at this point of the drawing; undefined: it was lifted
};

/* The camera over one window with one sheet in it. */
export class Camera {
  sight: Sight = { near: 1, x: 0, y: 0 };
  size: Size = { width: 1, height: 1 };
  top = false;
  private drawn = 1;
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private fingers: Finger[] = [];
  private from: Point | undefined;
  private press: ReturnType<typeof setTimeout> | undefined;
  dragged = false; // the click that ends a drag is none
  glides = false; // what lies under a finger now is not what it will be
  byHand = false; // somebody has looked around; whoever opens the board anew takes that back

  constructor(
    private readonly window: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly listener: Listener,
  ) {}

  /* What was in the middle stays there, and as large as it was. */
  resize(size: Size, top: boolean): void {
    this.sight = kept(this.sight, this.size, size, top);
    this.size = size;
    this.top = top;
    this.settle();
  }

  go(sight: Sight, slide = false): void {
    this.listener.move();
    this.sight = clamp(sight, this.size, this.top);
    this.sheet.classList.toggle('slide', slide);
    this.sheet.dataset['inMotion'] = ''; // until it has come to rest
    this.glides = slide;
    if (this.frame === 0)
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.show();
      });
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.settle(), slide ? 340 : 140);
  }

  private show(): void {
    const { x, y, near } = this.sight;
    this.sheet.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${near / this.drawn})`;
    this.listener.moving(this.sight, fitOf(this.size) * near);
  }

  private settle(): void {
    clearTimeout(this.rest);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const scale = fitOf(this.size) * this.sight.near;
    this.sheet.classList.remove('slide');
    delete this.sheet.dataset['inMotion'];
    this.glides = false;
    if (this.fingers.length < 2) {
      this.drawn = this.sight.near;
      this.sheet.style.width = `${BOX.width * scale}px`;
      this.sheet.style.height = `${BOX.height * scale}px`;
    }
    this.show();
    this.listener.change(this.sight);
  }

  /* The point of the drawing that lies there. */
  pointAt(event: { clientX: number; clientY: number }): Point {
    const { x, y } = this.at(event);
    const scale = fitOf(this.size) * this.sight.near;
    return { x: BOX.x + (x - this.sight.x) / scale, y: BOX.y + (y - this.sight.y) / scale };
  }

  private at(event: { clientX: number; clientY: number }): Point {
    const box = this.window.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.byHand = true;
    const step = event.deltaMode === 1 ? 20 : 1;
    this.go(zoom(this.sight, this.size, this.sight.near * Math.exp(-event.deltaY * step * 0.0022), this.at(event), this.top));
  }

  down(event: PointerEvent): void {
    if (event.button > 0) return;
    this.fingers = [...this.fingers.filter((finger) => finger.id !== event.pointerId), { id: event.pointerId, ...this.at(event) }];
    this.from = this.at(event);
    this.dragged = this.fingers.length > 1;
    clearTimeout(this.press);
    const point = this.pointAt(event);
    if (event.pointerType === 'touch' && this.fingers.length === 1)
      this.press = setTimeout(() => {
        this.dragged = true; // letting go after a long look does nothing
        this.listener.hold(point);
      }, 350);
  }

  moved(event: PointerEvent): void {
    const before = this.fingers.find((finger) => finger.id === event.pointerId);
    if (before === undefined) return;
    const now = { id: event.pointerId, ...this.at(event) };
    const other = this.fingers.find((finger) => finger.id !== event.pointerId);
    if (other !== undefined) {
      this.byHand = true;
      const far = (a: Point, b: Point) => Math.max(20, Math.hypot(a.x - b.x, a.y - b.y));
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      const was = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
      const shifted = { ...this.sight, x: this.sight.x + middle.x - was.x, y: this.sight.y + middle.y - was.y };
      this.go(zoom(shifted, this.size, (shifted.near * far(now, other)) / far(before, other), middle, this.top));
    } else {
      const start = this.from ?? now;
      if (!this.dragged && Math.hypot(now.x - start.x, now.y - start.y) < 7) return;
      if (!this.dragged) {
        clearTimeout(this.press);
        this.window.setPointerCapture(event.pointerId);
      }
      this.dragged = true;
      this.byHand = true;
      this.go({ ...this.sight, x: this.sight.x + now.x - before.x, y: this.sight.y + now.y - before.y });
    }
    this.fingers = this.fingers.map((finger) => (finger.id === now.id ? now : finger));
  }

  up(event: PointerEvent): void {
    clearTimeout(this.press);
    this.fingers = this.fingers.filter((finger) => finger.id !== event.pointerId);
    if (event.pointerType === 'touch') this.listener.hold(undefined);
    // The click comes right after; the next press is a new one.
    if (this.dragged) setTimeout(() => (this.dragged = this.fingers.length > 0), 0);
  }

  /* Steps by keys and buttons, about the middle. */
  step(by: number): void {
    this.byHand = true;
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    this.go(zoom(this.sight, this.size, this.sight.near * by, middle, this.top), true);
  }

  whole(slide = true): void {
    this.byHand = slide;
    this.go({ near: 1, x: 0, y: 0 }, slide);
  }

  /* Comes near enough for a finger, at this point of the drawing. */
  approach(point: Point): void {
    this.byHand = true;
    this.go(aimAt(point, reachOf(this.size), this.size, this.top), true);
  }

  /* A step aside by keys. */
  pan(x: number, y: number): void {
    this.byHand = true;
    this.go({ ...this.sight, x: this.sight.x - x, y: this.sight.y - y }, true);
  }

  /* Moves just as far as needed to have the point in the window. */
  reveal(point: Point): void {
    const seen = seenAt(point, this.sight, this.size);
    const room = Math.min(60, this.size.width / 5);
    const by = (at: number, length: number) => (at < room ? room - at : at > length - room ? length - room - at : 0);
    const [x, y] = [by(seen.x, this.size.width), by(seen.y, this.size.height)];
    if ((x !== 0 || y !== 0) && this.sight.near > 1) this.go({ ...this.sight, x: this.sight.x + x, y: this.sight.y + y }, true);
  }

  stop(): void {
    clearTimeout(this.rest);
    clearTimeout(this.press);
    cancelAnimationFrame(this.frame);
  }
}
