/** The second step of the owner's login. */
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'

import { getTwoStep } from '#accounts/two-step/contract.ts'
import type { TwoStepTask } from '#accounts/two-step/tasks.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { NextStep } from '../next-step.tsx'
import { SetupHead } from '../setup-head.tsx'
import type { Route } from './+types/owner'

import css from '../setup-step.module.css'

const TwoStepDialog = lazy(() =>
  import('#accounts/two-step/two-step-dialog.tsx').then(part => ({ default: part.TwoStepDialog })),
)

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Owner', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, getTwoStep, {})).data

export default function OwnerStep({ loaderData: { is_on, needs_email_code } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<TwoStepTask>()
  return (
    <>
      <SetupHead
        title="Protect your login"
        lead="An administrator’s password alone must not open the shop. Add a passkey of this device, or an app that shows codes. You get recovery codes for the day you lose it."
      />
      {is_on && (
        <Banner kind="success" title="Two-step sign-in is on">
          You can change it under Account, Two-step sign-in.
        </Banner>
      )}
      <div className={css.end}>
        {!is_on && (
          <>
            <Button kind="primary" size="lg" onClick={() => setTask({ kind: 'passkey' })}>
              Add a passkey
            </Button>
            <Button size="lg" onClick={() => setTask({ kind: 'app' })}>
              Set up an app
            </Button>
          </>
        )}
        {is_on && <NextStep after="owner" />}
      </div>
      {task && (
        <Suspense>
          <TwoStepDialog
            task={task}
            needs_email_code={needs_email_code}
            onClose={() => setTask(undefined)}
            onChanged={revalidate}
          />
        </Suspense>
      )}
    </>
  )
}
