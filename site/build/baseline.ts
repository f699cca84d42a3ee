/** The oldest browsers that the pages and the widget work in: `browserslist` of package.json. */
import packageJson from '../../package.json' with { type: 'json' }

/** @returns targets in the form that Vite and Rolldown take, such as `chrome109` */
export const listTargets = (): string[] =>
  packageJson.browserslist.map((line) => line.replace('ios_saf', 'ios').replace(' >= ', ''))
