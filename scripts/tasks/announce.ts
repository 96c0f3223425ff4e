/** Prints the addresses of a started shop and the demo accounts. */
import type { DemoContents } from '../../demo/fill.ts'
import { readContents } from '../../src/app/installation.server.ts'
import type { OpenShop } from '../../src/app/main.ts'
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
  if (!config.demo && (await readContents(deps.db)).is_empty)
    console.log(
      '\n  This shop is empty: it has no footage, and nobody administers it. docs/running.md explains how to add both.',
    )
}

/** Lets the sandbox show who can log in and with which password. */
const sendAccounts = async (sandbox: string, payload: { shop: string; accounts: DemoContents['accounts'] }) => {
  await fetch(`${sandbox}/_control/accounts`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
}
