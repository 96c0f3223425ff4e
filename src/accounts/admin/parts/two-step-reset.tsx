/** Resets a person's two-step sign-in: one staff member requests it, another approves it. */
import { lazy, Suspense, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'

import { formatPersonName } from '../../person-name.ts'
import { approveTwoStepReset, requestTwoStepReset, withdrawTwoStepReset, type StaffPerson } from '../contract.ts'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

const steps = {
  request: {
    endpoint: requestTwoStepReset,
    title: 'Request a reset of two-step sign-in',
    what: (name: string) =>
      `A platform admin other than you has 24 hours to approve it. ${name} gets an email now, and another one when it is done.`,
    confirm: 'Request the reset',
    busy: 'Requesting…',
    danger: false,
  },
  approve: {
    endpoint: approveTwoStepReset,
    title: 'Approve the reset',
    what: (name: string) =>
      `The app, passkeys and recovery codes of ${name} stop working, and all sessions end. Make sure that this person really asked for it.`,
    confirm: 'Reset two-step sign-in',
    busy: 'Resetting…',
    danger: true,
  },
  withdraw: {
    endpoint: withdrawTwoStepReset,
    title: 'Withdraw the request',
    what: (name: string) => `Two-step sign-in of ${name} doesn’t change.`,
    confirm: 'Withdraw the request',
    busy: 'Withdrawing…',
    danger: false,
  },
} as const

type TwoStepResetProps = { person: StaffPerson; onChanged: () => Promise<void> }

/** Renders nothing when the person's two-step sign-in is off. */
export const TwoStepReset = ({ person, onChanged }: TwoStepResetProps) => {
  const [step, setStep] = useState<keyof typeof steps>()
  const { is_on, reset } = person.two_step
  if (!is_on || !person.can_recover) return null
  const { what, endpoint, ...texts } = steps[step ?? 'request']
  return (
    <section aria-labelledby="two-step-reset">
      <h2 id="two-step-reset">Two-step sign-in</h2>
      {reset ? (
        <>
          <p>
            {reset.requested_by} requested a reset on {formatDateTime(reset.requested_at)}: {reset.reason}. It can be
            approved until {formatDateTime(reset.expires_at)}.
          </p>
          {reset.approval_refusal !== null && <p>{reset.approval_refusal}</p>}
          <p>
            {reset.can_approve && (
              <Button kind="danger" onClick={() => setStep('approve')}>
                Approve the reset
              </Button>
            )}{' '}
            <Button kind="secondary" onClick={() => setStep('withdraw')}>
              Withdraw the request
            </Button>
          </p>
        </>
      ) : (
        <Button kind="secondary" onClick={() => setStep('request')}>
          Request a reset
        </Button>
      )}
      {step && (
        <Suspense fallback={null}>
          <ReasonDialog
            {...texts}
            what={what(formatPersonName(person))}
            onClose={() => setStep(undefined)}
            onConfirm={async reason => {
              await call(endpoint, { params: { id: String(person.id) }, body: { reason } })
              await onChanged()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
