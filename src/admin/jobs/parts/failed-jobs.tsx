/** Jobs that were given up: each can be tried again or put aside, and all of a kind tried again. */
import { lazy, Suspense, useState } from 'react'
import { Form, Link, useRevalidator, useSearchParams } from 'react-router'

import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { useToast } from '#ui/toast.tsx'

import { momentOf } from '../../parts/moment.ts'
import { Pages } from '../../parts/pages.tsx'
import { chooseFilter } from '../../parts/room-search.tsx'
import { discardFailedJob, retryFailedJob, retryFailedJobs, type FailedJob } from '../contract.ts'
import { Facts } from './facts.tsx'

import page from '../../pages/person.module.css'
import css from '../pages/jobs.module.css'

const ReasonDialog = lazy(() => import('../../parts/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

type Props = {
  jobs: readonly FailedJob[]
  pagination: { page: number; total: number; total_pages: number }
  /** Kinds that have any, with how many. */
  kinds: readonly { name: string; failed: number }[]
  name: string | undefined
}

/** Carries a deed out and shows what is left; who was too late is told so, and sees it, too. */
export const useDeed = () => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [busy, setBusy] = useState<string>()
  const carryOut = async (what: string, deed: () => Promise<string>) => {
    setBusy(what)
    try {
      toast(await deed(), { kind: 'success' })
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
    }
    await revalidate()
    setBusy(undefined)
  }
  return { busy, carryOut }
}

export const FailedJobs = ({ jobs, pagination, kinds, name }: Props) => {
  const [asked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const { busy, carryOut } = useDeed()
  const [asideJob, setAside] = useState<FailedJob>()
  const retryAll = (kind: string) =>
    carryOut('all', async () => {
      const { moved } = (await call(retryFailedJobs, { body: { name: kind } })).data
      return moved === 1 ? '1 job is tried again.' : `${moved} jobs are tried again.`
    })
  return (
    <section aria-labelledby="given-up">
      <header className={css.head}>
        <h2 id="given-up">Given up</h2>
        {kinds.length > 0 && (
          <Form method="get" action="/admin/jobs" className={css.filter} key={asked.toString()}>
            <SelectField dense label="Kind" labelHidden name="name" defaultValue={name ?? ''} onChange={chooseFilter}>
              <option value="">Every kind</option>
              {kinds.map(({ name, failed }) => (
                <option key={name} value={name}>
                  {name} ({failed})
                </option>
              ))}
            </SelectField>
          </Form>
        )}
        {name !== undefined && jobs.length > 0 && (
          <Button busy={busy === 'all' && 'Trying…'} onClick={() => void retryAll(name)}>
            Try all of this kind again
          </Button>
        )}
      </header>
      {jobs.length === 0 ? (
        <p className={page.none}>
          {name === undefined ? (
            'Nothing: every job did its work, or is still tried.'
          ) : (
            <>
              None of this kind any more. <Link to="/admin/jobs">Show every kind</Link>
            </>
          )}
        </p>
      ) : (
        <ul className={css.list} aria-labelledby="given-up">
          {jobs.map(job => (
            <li key={job.id}>
              <div className={css.what}>
                <h3 className="mono">{job.name}</h3>
                <p className={css.when}>
                  <span className="mono">{momentOf(job.failed_at)}</span>, after {job.tries}{' '}
                  {job.tries === 1 ? 'try' : 'tries'}
                  {job.sent_at && (
                    <>
                      {' '}
                      since <span className="mono">{momentOf(job.sent_at)}</span>
                    </>
                  )}
                  {job.event_id !== null && `, for news ${job.event_id}`}
                </p>
              </div>
              <p className={css.error}>{job.error}</p>
              <Facts facts={job.facts} />
              <div className={css.ways}>
                <Button
                  size="sm"
                  busy={busy === job.id && 'Trying…'}
                  aria-label={`Try again: ${job.name}`}
                  onClick={() =>
                    void carryOut(job.id, async () => {
                      await call(retryFailedJob, { params: { id: job.id } })
                      return `${job.name} is tried again.`
                    })
                  }
                >
                  Try again
                </Button>
                <Button size="sm" kind="quiet" aria-label={`Put aside: ${job.name}`} onClick={() => setAside(job)}>
                  Put aside
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pages {...pagination} words={['Newer', 'Older']} label="Pages of jobs that were given up" />
      <Suspense>
        {asideJob && (
          <ReasonDialog
            title={`Put ${asideJob.name} aside`}
            what="It is not tried again, for good. Our log keeps what it was about."
            confirm="Put aside"
            busy="Putting aside…"
            danger
            onClose={() => setAside(undefined)}
            onConfirm={async reason => {
              await call(discardFailedJob, { params: { id: asideJob.id }, body: { reason } })
              await revalidate()
              toast(`${asideJob.name} is put aside.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
