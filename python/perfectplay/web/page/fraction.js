// @ts-check
// Exact fractions for drawings: BigInts that count a unit so small that all of them are whole, and fine steps as well.

/** Of -3/4, or of -0x3/0x4 as very long numbers are written. @param {string} text */
const parts = (text) => {
  const [n, d = 1n] = text.replace("-", "").split("/").map(BigInt);
  return { n: text.startsWith("-") ? -n : n, d };
};

/** @param {bigint} a @param {bigint} b */
const divisor = (a, b) => {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
};

/** A unit for some numbers: 1 has that many. @param {string[]} texts */
export const unitFor = (texts) =>
  texts.map((text) => parts(text).d).reduce((unit, d) => (unit / divisor(unit, d)) * d, 1n << 64n);

/** @param {string} text @param {bigint} unit */
export const read = (text, unit) => (parts(text).n * unit) / parts(text).d;

/** @param {bigint} n @param {bigint} unit */
export const written = (n, unit) => `${n / divisor(n, unit)}/${unit / divisor(n, unit)}`.replace(/\/1$/, "");

/** Without the middle of very many digits. @param {string} text @param {number} most  letters */
export const inShort = (text, most) => {
  const half = (most - 1) >> 1;
  return (text.length > most ? `${text.slice(0, half)}…${text.slice(-half)}` : text).replaceAll("-", "−");
};

/** The next step for an axis: 1, 2, 5, 10, ... or a power of 1/2. @param {bigint} n @param {bigint} unit */
export function wellRead(n, unit) {
  if (n <= unit) return unit >> BigInt((unit / n).toString(2).length - 1);
  const ten = unit * 10n ** BigInt(`${n / unit}`.length - 1);
  return ten * ([1n, 2n, 5n].find((each) => each * ten >= n) ?? 10n);
}
