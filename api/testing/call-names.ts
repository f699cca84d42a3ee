/** @returns such as `GET /api/user/data`, from the paths below `/api/` by method */
export const nameCalls = (paths: Readonly<Record<string, string>>): string[] =>
  Object.entries(paths).flatMap(([method, list]) => list.split(/\s+/).map((path) => `${method} /api/${path}`))
