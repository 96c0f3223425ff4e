/** The layout of the login, registration and password reset pages: a clip, the headline and the form. */
import { Link, Outlet, redirect } from 'react-router'

import { callContext } from '#platform/http/context.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

import { getSession } from '../contract.ts'
import { isGuestOnlyPath, safeNext } from '../next.ts'
import { Footage } from '../parts/footage.tsx'
import { pickDailyClip } from '../parts/showreel.ts'
import type { Route } from './+types/auth-layout'

import styles from './auth-layout.module.css'

export const handle = { header: false, footer: false }

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const call = context.get(callContext)
  const [{ data: user }, clip] = await Promise.all([call(getSession, {}), pickDailyClip(call, new Date())])
  // Without a username the user is not fully signed in: the page guards send them here.
  if (user?.username && isGuestOnlyPath(url.pathname)) throw redirect(safeNext(url.searchParams.get('next')))
  return { clip }
}

const headline = ['Find Inspiration.', 'Discover The Perfect Footage.', 'Create Beautiful Projects.']

export default function AuthLayout({ loaderData: { clip } }: Route.ComponentProps) {
  const company = useCompany()
  return (
    <div className={styles.entrance}>
      <section className={styles.picture} data-theme="dark">
        {clip && <Footage clip={clip} />}
        <Link to="/" className={styles.home} aria-label={`${company.name}, home`}>
          <Wordmark />
        </Link>
        <h1 className={styles.headline}>
          {headline.map(sentence => (
            <span key={sentence}>{sentence} </span>
          ))}
        </h1>
      </section>
      <ThemeToggle className={styles.theme} />
      <section className={styles.panel}>
        <div className={styles.form}>
          <Outlet />
        </div>
      </section>
    </div>
  )
}
