/**
 * Loaded before a process of the cluster: SIGWINCH puts its clock two minutes ahead, SIGURG two
 * minutes back, and the same signal again puts it right. Both mean nothing else here; SIGPIPE comes
 * with every connection that breaks. Timers go on, as they do when the clock of a machine is set.
 */
const SHIFT_MILLISECONDS = 120_000;

const RealDate = Date;
const clock = { shift: 0 };
const now = (): number => RealDate.now() + clock.shift;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words: unknown[], newTarget) =>
    Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget) as object,
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

const toggle = (milliseconds: number) => (): void => {
  clock.shift = clock.shift === 0 ? milliseconds : 0;
};
process.on('SIGWINCH', toggle(SHIFT_MILLISECONDS));
process.on('SIGURG', toggle(-SHIFT_MILLISECONDS));
