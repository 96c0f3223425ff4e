/** Prints the addresses of a started shop and the demo accounts. */
import type { DemoContents } from '../../demo/fill.ts'
import type { OpenShop } from '../../src/app/main.ts'
import { createSetupCode } from '../../src/setup/code.server.ts'
import { isShopOpen } from '../../src/setup/opening.server.ts'
import type { startSandboxProcess } from './sandbox.ts'

type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>

export const announceShop = async (
  { config, deps }: Pick<OpenShop, 'config' | 'deps'>,
  sandbox: Pick<SandboxProcess, 'http'> | undefined,
  demo: DemoContents | undefined,
): Promise<void> => {
  const address = config.public_url
  console.log(`\n  Longtake      ${address}${config.mode === 'development' ? '   (development)' : ''}`)
  if (sandbox) console.log(`  Sandbox       ${sandbox.http}   (payments, mailbox, accounts)`)
  if (sandbox && demo) await sendAccounts(sandbox.http, { shop: address, accounts: demo.accounts })
  for (const { email, password, about } of demo?.accounts ?? [])
    console.log(`  ${about.padEnd(13)} ${email}  ${password}`)
  for (const { code, about } of demo?.coupons ?? [])
    console.log(`  ${'Discount code'.padEnd(13)} ${code.padEnd(8)}  ${about}`)
  if (demo?.custom_cart) console.log(`  ${'Custom cart'.padEnd(13)} ${address}/cart?cart_hash=${demo.custom_cart}`)
  if (config.role !== 'worker') await announceSetup(deps)
}

/** Prints the address that makes the first administrator, or says that visitors can't see the shop yet. */
const announceSetup = async (deps: OpenShop['deps']) => {
  const { public_url } = deps.config
  const code = await createSetupCode(deps)
  if (code !== undefined)
    console.log(
      `\n  This shop has no owner yet. Open this address to set it up; its code works once:\n\n  ${public_url}/setup?code=${code}\n\n  Or stop the shop and run: npm run setup`,
    )
  else if (!(await isShopOpen(deps)))
    console.log(`\n  Visitors see that this shop opens soon. Go on with its setup: ${public_url}/setup`)
}

/** Lets the sandbox show who can log in and with which password. */
const sendAccounts = async (sandbox: string, payload: { shop: string; accounts: DemoContents['accounts'] }) => {
  await fetch(`${sandbox}/_control/accounts`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
}
