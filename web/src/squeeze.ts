// SPDX-License-Identifier: MIT
// What has to be in sight as a whole, whatever is written in it: pressed together step by step until nothing has to be
// scrolled. Style sheets say what each step means ([data-tight='2']); the last one is taken even if it is not enough.

export type Squeezed = { update: () => void; destroy: () => void };

/* The least of the steps at which the element holds what is in it. */
export function tightness(steps: number, overflows: (step: number) => boolean): number {
  let step = 0;
  while (step < steps && overflows(step)) step += 1;
  return step;
}

/* An action. It looks anew whenever its parameter changes, and when the room around it does. */
export function squeeze(element: HTMLElement, { steps }: { steps: number; because?: unknown }): Squeezed {
  const press = (step: number) => (element.dataset['tight'] = String(step));
  const look = () => {
    const enough = tightness(steps, (step) => {
      press(step);
      return element.scrollHeight > element.clientHeight + 1;
    });
    press(enough);
  };
  let told = 0;
  const later = () => {
    cancelAnimationFrame(told);
    told = requestAnimationFrame(look); // when what has changed is drawn
  };
  const room = new ResizeObserver(look);
  if (element.parentElement) room.observe(element.parentElement);
  look();
  void document.fonts.ready.then(look);
  return {
    update: later,
    destroy: () => {
      cancelAnimationFrame(told);
      room.disconnect();
    },
  };
}
