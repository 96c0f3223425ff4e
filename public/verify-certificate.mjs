#!/usr/bin/env node
// Checks a license certificate offline. It needs Node, the certificate and the public key, and nothing else:
//
//   node verify-certificate.mjs certificate.json key.pem
//
// The certificate is the JSON file that the shop gives beside its PDF; the key is at /api/certificates/key.
// Exit code 0: genuine. 1: not genuine, or not a certificate. Whether a license was upgraded, put on hold
// or revoked since, only the certificate's own page can tell.
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const canonical = value =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(',')}]`
    : typeof value !== 'object' || value === null
      ? JSON.stringify(value)
      : `{${Object.keys(value)
          .sort()
          .map(name => `${JSON.stringify(name)}:${canonical(value[name])}`)
          .join(',')}}`

const [certificate, key] = process.argv.slice(2)
if (!certificate || !key) {
  console.error('Usage: node verify-certificate.mjs certificate.json key.pem')
  process.exit(1)
}
try {
  const { payload, signature } = JSON.parse(readFileSync(certificate, 'utf8'))
  const signed = Buffer.from(canonical(payload))
  if (!verify(null, signed, createPublicKey(readFileSync(key)), Buffer.from(signature, 'base64url')))
    throw new Error('the signature does not fit what it says')
  const { licensee, clip, client, production, grants, limits, granted_at, ends_at } = payload
  console.log(`Genuine: clip ${clip.number} “${clip.name}” (${clip.format}), licensed to ${licensee}`)
  console.log(`For ${client}, granted ${granted_at.slice(0, 10)}${ends_at ? `, ends ${ends_at.slice(0, 10)}` : ''}`)
  if (production) console.log(`Production: ${production.name}, for ${production.client}`)
  for (const { distributions, territory, term } of grants) console.log(`${distributions}; ${territory}; ${term}`)
  for (const limit of limits) console.log(limit)
  if (clip.sha256) console.log(`SHA-256 of the master: ${clip.sha256}`)
} catch (error) {
  console.error(`NOT genuine: ${error.message}`)
  process.exit(1)
}
