/** The frame of the pages of the setup: the steps beside the current one. */
import { Check } from 'lucide-react'
import { Link, NavLink, Outlet, redirect, useLocation } from 'react-router'

import { callForPage } from '#platform/http/page.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { useScrollToCurrent } from '#ui/use-scroll-to-current.ts'
import { Wordmark } from '#ui/wordmark.tsx'

import { getSetupProgress, getSetupState } from '../contract.ts'
import { setupStepKeys, setupSteps } from '../steps.ts'
import type { Route } from './+types/frame'

import css from './frame.module.css'

export const handle = { header: false, footer: false }

/** Without an owner there is only the first page. Without a second step, only the page that sets it up. */
export const loader = async (args: Route.LoaderArgs) => {
  const { pathname } = args.url
  const { data } = await callForPage(args, getSetupState, {})
  if (data.needs_owner) {
    if (pathname !== '/setup') throw redirect('/setup')
    return data
  }
  if (data.needs_second_step) {
    if (pathname !== setupSteps.owner.to) throw redirect(setupSteps.owner.to)
    return data
  }
  // Redirects guests to the login, and hides the setup from everyone else but platform admins.
  const progress = data.progress ?? (await callForPage(args, getSetupProgress, {})).data
  const [next] = progress.steps.filter(({ is_done }) => !is_done)
  // The prices of an open shop change with a new version.
  if (progress.is_open && pathname === setupSteps.prices.to) throw redirect('/admin/prices')
  if (pathname === '/setup') throw redirect(next ? setupSteps[next.key].to : '/admin')
  return { ...data, progress }
}

export default function SetupFrame({ loaderData: { progress } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const company = useCompany()
  const steps = useScrollToCurrent<HTMLOListElement>(pathname)
  const position = setupStepKeys.findIndex(key => setupSteps[key].to === pathname)
  return (
    <div className={css.setup}>
      <header className={css.rail}>
        <p className={css.brand}>
          {progress ? (
            <Link to="/admin" aria-label={`${company.name}, admin`}>
              <Wordmark />
            </Link>
          ) : (
            <Wordmark />
          )}
          <ThemeToggle />
        </p>
        <nav aria-label="Setup">
          <p className={css.count}>
            {position < 0 ? `${setupStepKeys.length} steps` : `Step ${position + 1} of ${setupStepKeys.length}`}
          </p>
          <ol ref={steps} className={css.steps}>
            {setupStepKeys.map((key, index) => {
              const { label, to, about } = setupSteps[key]
              const isDone = progress?.steps.find(step => step.key === key)?.is_done
              const content = (
                <>
                  <span className={css.mark}>
                    {isDone ? <Check aria-label="Done" /> : <span className="mono">{index + 1}</span>}
                  </span>
                  <span className={css.label}>
                    {label} <small>{about}</small>
                  </span>
                </>
              )
              return (
                <li key={key} data-done={isDone || undefined}>
                  {progress ? <NavLink to={to}>{content}</NavLink> : <p>{content}</p>}
                </li>
              )
            })}
          </ol>
        </nav>
      </header>
      <div className={css.content}>
        <Outlet />
      </div>
    </div>
  )
}
