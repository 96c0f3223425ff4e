/** What is left until the shop is open and complete, on the first page of the admin. */
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { openShop, type SetupProgress } from './contract.ts'
import { setupSteps } from './steps.ts'

import css from './checklist.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })

export const Checklist = ({ progress: { is_open, steps } }: { progress: SetupProgress }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isConfirming, setConfirming] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const openSteps = steps.filter(({ is_done }) => !is_done)
  const [next] = openSteps
  const open = async () => {
    setOpening(true)
    try {
      await call(openShop, {})
      toast('The shop is open.', { kind: 'success' })
      await revalidate()
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong. The shop is still closed.'), { kind: 'danger' })
    }
    setOpening(false)
    setConfirming(false)
  }
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{is_open ? 'Complete your shop' : 'Open your shop'}</h1>
        <p>
          {is_open
            ? 'Visitors can see it and buy. This list is shown until everything on it is done.'
            : 'Visitors see “Opening soon” until you open it. Staff see everything.'}
        </p>
      </header>
      <ol className={css.steps}>
        {steps.map(({ key, is_done }) => (
          <li key={key} data-done={is_done || undefined}>
            <Link to={setupSteps[key].to}>
              <span className={css.mark}>{is_done && <Check aria-label="Done" />}</span>
              <span>
                <strong>{setupSteps[key].label}</strong>
                <small>{setupSteps[key].about}</small>
              </span>
              <span className={css.state}>{is_done ? 'Done' : 'Open'}</span>
            </Link>
          </li>
        ))}
      </ol>
      <p className={css.end}>
        {!is_open && (
          <Button kind={next ? 'secondary' : 'primary'} size="lg" onClick={() => setConfirming(true)}>
            Open the shop
          </Button>
        )}
        {next && (
          <ButtonLink kind="primary" size="lg" to={setupSteps[next.key].to}>
            Continue: {setupSteps[next.key].label}
          </ButtonLink>
        )}
      </p>
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            open
            title="Open the shop?"
            confirm="Open the shop"
            busy={isOpening && 'Opening…'}
            onCancel={() => setConfirming(false)}
            onConfirm={() => void open()}
          >
            {openSteps.length > 0
              ? `Not done yet: ${listFormat.format(openSteps.map(({ key }) => setupSteps[key].label))}. Visitors see the shop at once, and it can’t be closed again, except for maintenance.`
              : 'Visitors see the shop at once, and it can’t be closed again, except for maintenance.'}
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  )
}
