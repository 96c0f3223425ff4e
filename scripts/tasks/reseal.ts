/** `npm run reseal`: reseals data of SECRET_KEY_PREVIOUS with SECRET_KEY, so that the previous key can be removed. */
import { resealApps } from '../../src/accounts/two-step/app.server.ts'
import { openShop } from '../../src/app/main.ts'
import { resealCertificates } from '../../src/licenses/certificates/certificates.server.ts'
import { messageOf } from '../../src/platform/http/error-message.ts'
import { checkEnvironment } from './preflight.ts'

const env = process.env
env['NODE_ENV'] ??= 'production'

try {
  await checkEnvironment(env)
  const { deps, close } = await openShop(env)
  try {
    console.log(`Authenticator apps resealed: ${await resealApps(deps)}`)
    console.log(`Certificates resealed: ${await resealCertificates(deps)}`)
  } finally {
    await close()
  }
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
