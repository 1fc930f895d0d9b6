/** What is answered sooner is its own sign, ms. */
const SOON = 50;
let underWay = 0;
const count = (more: 1 | -1) => {
  underWay += more;
  document.body.classList.toggle('under-way', underWay > 0);
};

/**
 * Shows over the page that what a person asked for is on its way, until it is there: code over a slow network may
 * take a second. Whoever listens for its failure says so elsewhere.
 */
export function showUnderWay(step: Promise<unknown>): void {
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    count(1);
  }, SOON);
  const end = () => {
    clearTimeout(timer);
    if (isShown) count(-1);
  };
  step.then(end, end);
}
