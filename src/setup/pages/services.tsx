/** The checks of the services that the shop needs. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { StatusLabel, type StatusTone } from '#ui/status-label.tsx'
import { useToast } from '#ui/toast.tsx'

import { setupCheckTexts, type SetupCheckName } from '../checks.ts'
import { listSetupChecks, runSetupCheck, type SetupCheck } from '../contract.ts'
import { NextStep } from '../next-step.tsx'
import { SetupHead } from '../setup-head.tsx'
import type { Route } from './+types/services'

import step from '../setup-step.module.css'
import css from './services.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Services', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, listSetupChecks, {})).data

export default function ServicesStep({ loaderData: checks }: Route.ComponentProps) {
  return (
    <>
      <SetupHead
        title="Try the services"
        lead="Each check does the real thing once. When one fails, it names the line of the environment (or of .env) to set. Set it, restart the shop and check again."
      />
      <ul className={css.checks}>
        {checks.map(check => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
      <div className={step.end}>
        <NextStep after="services" />
      </div>
    </>
  )
}

type CheckStatus = { label: string; tone: StatusTone }

const statusOf = ({ passed, checked_at }: SetupCheck): CheckStatus => {
  if (checked_at === null) return { label: 'Not tried yet', tone: 'over' }
  if (passed === null) return { label: 'Waiting for its link', tone: 'waiting' }
  return passed ? { label: 'Works', tone: 'good' } : { label: 'Fails', tone: 'bad' }
}

const CheckRow = ({ check }: { check: SetupCheck }) => {
  const { name, message, checked_at } = check
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const { label, about } = setupCheckTexts[name]
  const status = statusOf(check)
  const verb = checked_at === null ? 'Check' : 'Check again'
  const run = async (params: { name: SetupCheckName }) => {
    setBusy(true)
    try {
      await call(runSetupCheck, { params })
      await revalidate()
    } catch (error) {
      toast(toUserMessage(error, 'The check could not be started. Please try again.'), { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={css.check}>
      <div>
        <h2>{label}</h2>
        <p className={css.about}>{about}</p>
      </div>
      <Button onClick={() => void run({ name })} busy={isBusy && 'Trying…'} aria-label={`${verb} ${label}`}>
        {verb}
      </Button>
      <div className={css.result} aria-live="polite">
        <StatusLabel tone={status.tone}>{status.label}</StatusLabel>
        {message && <p>{message}</p>}
        {checked_at !== null && <p className={css.about}>Tried on {formatDateTime(checked_at)}</p>}
      </div>
    </li>
  )
}
