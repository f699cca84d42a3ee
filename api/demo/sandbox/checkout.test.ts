import { Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { runSandbox } from './testing/running-sandbox.ts'

/** The widget's behaviour in a browser is tested in e2e. */
describe('checkout.js', () => {
  async function fetchScript() {
    const { url } = await runSandbox()
    const response = await fetch(`${url}/v1/checkout.js`)
    return { headers: response.headers, source: await response.text() }
  }

  test('is a script that any origin may load', async () => {
    const { headers } = await fetchScript()
    expect(headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('is a classic script with its styles inside', async () => {
    const { source } = await fetchScript()
    expect(() => new Script(source)).not.toThrow()
    expect(source).not.toContain('__STYLES__')
    expect(source).toContain('dialog::backdrop')
  })

  test('uses nothing that a strict content security policy forbids', async () => {
    const { source } = await fetchScript()
    for (const forbidden of [
      'innerHTML',
      'outerHTML',
      'insertAdjacentHTML',
      'cssText',
      '<style',
      'eval(',
      'new Function',
    ]) {
      expect(source).not.toContain(forbidden)
    }
  })
})
