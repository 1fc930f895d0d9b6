import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Journeys that take a minute and more, dearest first. Nothing is known of an earlier run where a clone is new, and
 * the size of a file says nothing of its cost: begun last, one of them would be waited for alone.
 */
const DEAREST = ['every-screen', 'once', 'refusals', 'navigation', 'trouble', 'own-page'].map(
  (name) => `/tests/journeys/${name}.test.ts`,
);
const rankOf = ({ moduleId }: TestSpecification) => {
  const at = DEAREST.findIndex((file) => moduleId.endsWith(file));
  return at < 0 ? DEAREST.length : at;
};

/** Files in Vitest's own order, the dearest journeys before the others of their project. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isJourney = ({ project }: TestSpecification) => project.name === 'journeys';
    const journeys = sorted.filter(isJourney).toSorted((a, b) => rankOf(a) - rankOf(b));
    return sorted.map((file) => (isJourney(file) ? (journeys.shift() ?? file) : file));
  }
}
