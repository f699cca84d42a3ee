import { expect, test } from 'vitest'
import { findFault, findTarget, isPublicAddress } from './public-address.ts'

test.each([
  ['this machine', '127.0.0.1', '127.255.255.254', '0.0.0.0', '::1', '::'],
  ['private networks', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['unique local addresses of IPv6', 'fc00::1', 'fd12:3456:789a::1'],
  ['link-local addresses', '169.254.0.1', 'fe80::1', 'fec0::1'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.254'],
  ['metadata services of clouds', '169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192'],
  ['a metadata service with a public number', '168.63.129.16'],
  [
    'IPv4 mapped and embedded in IPv6',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
  ],
  ['IPv6 that nobody has been given', '4000::1', '1000::1'],
  ['NAT64 for local use, 6to4 and Teredo', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1'],
  ['multicast and broadcast', '224.0.0.1', '255.255.255.255', 'ff02::1'],
  [
    'reserved, documentation and benchmarks',
    '240.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.1',
    '2001:db8::1',
  ],
])('%s are not public', (_name, ...addresses) => {
  for (const address of addresses) expect(isPublicAddress(address), address).toBe(false)
})

test('what the internet routes is public', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])
    expect(isPublicAddress(address), address).toBe(true)
})

test.each([
  ['ftp://example.com', 'The address must begin with https://'],
  ['http://example.com', 'The address must begin with https://'],
  ['https://me:secret@example.com', 'The address must hold no user name and no password'],
  ['https://example.com/#hooks', 'The address must hold no #'],
  ['https://localhost/hooks', 'The address must be on the public internet'],
  ['https://shop.localhost', 'The address must be on the public internet'],
  ['https://10.1.2.3/hooks', 'The address must be on the public internet'],
  // The same machine in other notations.
  ['https://2130706433/', 'The address must be on the public internet'],
  ['https://0x7f.1/', 'The address must be on the public internet'],
  ['https://[::ffff:127.0.0.1]/', 'The address must be on the public internet'],
  ['not an address', 'This is not an address such as https://example.com/hooks'],
])('%s is refused: %s', (url, fault) => {
  expect(findFault(url, false)).toBe(fault)
})

test('a public https address is accepted; with the variable, any network and http, too', () => {
  expect(findFault('https://example.com:8443/hooks?shop=1', false)).toBeUndefined()
  expect(findFault('http://10.1.2.3/hooks', true)).toBeUndefined()
  expect(findFault('ftp://10.1.2.3/hooks', true)).toBe('The address must begin with https://')
})

test('a name that also leads to a private address is refused', async () => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  await expect(findTarget(new URL('https://example.com'), false, resolve)).rejects.toThrow(
    'example.com leads to 10.0.0.1, which is not on the public internet',
  )
  expect(await findTarget(new URL('https://example.com'), true, resolve)).toEqual({
    address: '8.8.8.8',
    family: 4,
  })
})
