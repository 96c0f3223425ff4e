import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { AccountPage } from '../parts/account-page.tsx'
import { getTwoStep, type Passkey, type TwoStep } from '../two-step/contract.ts'
import type { TwoStepTask } from '../two-step/tasks.ts'
import type { Route } from './+types/account-two-step'

import css from './account-two-step.module.css'

const TwoStepDialog = lazy(() =>
  import('../two-step/two-step-dialog.tsx').then(part => ({ default: part.TwoStepDialog })),
)

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Two-step sign-in', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, getTwoStep, {})).data

export default function AccountTwoStep({ loaderData: state }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<TwoStepTask>()
  return (
    <AccountPage
      title="Two-step sign-in"
      lead="Add a second step, an app or a passkey, so a stolen password isn’t enough."
    >
      <TwoStepStatus state={state} />
      {state.has_password && (state.email_verified || state.is_on) && <TwoStepMethods state={state} onTask={setTask} />}
      {task && (
        <Suspense>
          <TwoStepDialog
            task={task}
            needs_email_code={state.needs_email_code}
            onClose={() => setTask(undefined)}
            onChanged={revalidate}
          />
        </Suspense>
      )}
    </AccountPage>
  )
}

const TwoStepStatus = ({ state: { is_on, is_required, has_password, email_verified } }: { state: TwoStep }) => {
  if (!has_password)
    return (
      <Banner className={css.standing}>
        To set this up, please <Link to="/account/password">set a password</Link> first.
      </Banner>
    )
  if (!email_verified && !is_on)
    return (
      <Banner className={css.standing}>
        To set this up, please confirm your email first: open the link that we mailed to you, or{' '}
        <Link to="/account/details">send it again</Link>.
      </Banner>
    )
  if (is_on)
    return (
      <Banner kind="success" className={css.standing} title="Two-step sign-in is on">
        We ask for the second step whenever you log in with your password.
      </Banner>
    )
  return (
    <Banner className={css.standing} title="Two-step sign-in is off">
      {is_required
        ? 'Your role on the platform needs it: for staff pages, and to change how a filmmaker is paid.'
        : 'You log in with your password only. Set up an app or a passkey to turn it on.'}
    </Banner>
  )
}

type TwoStepMethodsProps = { state: TwoStep; onTask: (task: TwoStepTask) => void }

const TwoStepMethods = ({
  state: { is_on, app_confirmed_at, passkeys, recovery_codes_left },
  onTask,
}: TwoStepMethodsProps) => (
  <>
    <section className={css.way}>
      <h2>Authenticator app</h2>
      <div className={css.row}>
        <p>
          {app_confirmed_at
            ? `Set up on ${formatDay(app_confirmed_at)}`
            : 'An app that shows a new code every half minute.'}
        </p>
        {app_confirmed_at ? (
          <Button onClick={() => onTask({ kind: 'remove_app' })}>Remove app</Button>
        ) : (
          <Button onClick={() => onTask({ kind: 'app' })}>Set up an app</Button>
        )}
      </div>
    </section>
    <section className={css.way}>
      <h2>Passkeys</h2>
      {passkeys.map(passkey => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          onRemove={() => onTask({ kind: 'remove_passkey', id: passkey.id, name: passkey.name })}
        />
      ))}
      <div className={css.row}>
        <p>
          {passkeys.length > 0
            ? 'Each one signs you in on its own. No password needed.'
            : 'Sign in with your fingerprint, face, PIN or security key. No password needed.'}
        </p>
        <Button onClick={() => onTask({ kind: 'passkey' })}>Add a passkey</Button>
      </div>
    </section>
    {is_on && (
      <section className={css.way}>
        <h2>Recovery codes</h2>
        <div className={css.row}>
          <p>
            {recovery_codes_left === 0 ? 'None are left.' : `${recovery_codes_left} of 10 left.`} Use them when you lose
            your phone: each works once.
          </p>
          <Button onClick={() => onTask({ kind: 'codes' })}>Make new codes</Button>
        </div>
      </section>
    )}
  </>
)

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const formatDay = (date: string) => dateFormat.format(new Date(date))

const PasskeyRow = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => {
  const { name, created_at, last_used_at } = passkey
  return (
    <div className={css.row}>
      <div>
        <p className={css.name}>{name}</p>
        <p className={css.facts}>
          Added {formatDay(created_at)}, {last_used_at ? `last used ${formatDay(last_used_at)}` : 'never used'}
        </p>
      </div>
      <Button onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </div>
  )
}
