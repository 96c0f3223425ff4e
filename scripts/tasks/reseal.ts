/** `npm run reseal`: seals with SECRET_KEY what SECRET_KEY_PREVIOUS sealed, so that the previous one can be left out. */
import { resealApps } from '../../src/accounts/two-step/app.server.ts'
import { openShop } from '../../src/main.ts'
import { resealCertificates } from '../../src/orders/certificates/certificates.server.ts'
import { messageOf } from '../../src/platform/message.ts'
import { freePlace } from './place.ts'

const env = process.env
env['NODE_ENV'] ??= 'production'

try {
  await freePlace(env)
  const { deps, close } = await openShop(env)
  try {
    console.log(`Authenticator apps sealed again: ${await resealApps(deps)}`)
    console.log(`Certificates sealed again: ${await resealCertificates(deps)}`)
  } finally {
    await close()
  }
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
