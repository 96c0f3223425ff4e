import type { Deps } from '#platform/deps.ts'
import type { Events } from '#platform/outbox.server.ts'

/** Tells somebody that their two-step sign-in was changed; nothing when they are gone. */
export const mailTwoStepChange = async (
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  { user_id, change }: Events['user.two_step_changed'],
): Promise<void> => {
  const person = await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst()
  if (!person) return
  const { twoStepMail } = await import('./parts/two-step-mails.tsx')
  const address = `${config.public_url}/account/two-step`
  await mail.send({ to: person.email, ...(await twoStepMail({ change, address })) })
}
