/** What tests expect of responses. */
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

type Response = Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'json'>

/** Expects a status and, if given, fields of the body. */
export function expectResponse(response: Response, status: number, fields?: object): void {
  expect(response.statusCode, response.body).toBe(status)
  if (fields) expect(response.json()).toMatchObject(fields)
}

export function expectRefused({ statusCode, json }: Response, code: string, status = 409): void {
  expect([statusCode, json().code]).toEqual([status, code])
}

/** Expects a success. @returns the body */
export async function succeed<Body>(call: Promise<Response>): Promise<Body> {
  const response = await call
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response.json<Body>()
}

/** Makes a call several times at once. @returns the statuses, lowest first */
export async function statusesOf(times: number, call: (nth: number) => Promise<Response>): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: times }, (_, nth) => call(nth)))
  return responses.map(({ statusCode }) => statusCode).sort()
}
