/** What stands around login, registration and a new password: the footage, the headline, and room for the form. */
import { Link, Outlet, redirect } from 'react-router'

import { brand } from '#platform/brand.ts'
import { callContext } from '#platform/context.ts'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

import { getSession } from '../contract.ts'
import { isEntrance, safeNext } from '../next.ts'
import { Footage } from '../parts/footage.tsx'
import { clipOfTheDay } from '../parts/showreel.ts'
import type { Route } from './+types/entrance'

import styles from './entrance.module.css'

export const handle = { header: false, footer: false }

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const call = context.get(callContext)
  const [{ data: user }, clip] = await Promise.all([call(getSession, {}), clipOfTheDay(call, new Date())])
  // Without a username nobody is known well enough to be sent on: the guards lead them here.
  if (user?.username && isEntrance(url.pathname)) throw redirect(safeNext(url.searchParams.get('next')))
  return { clip }
}

const headline = ['Find Inspiration.', 'Discover The Perfect Footage.', 'Create Beautiful Projects.']

export default function Entrance({ loaderData: { clip } }: Route.ComponentProps) {
  return (
    <div className={styles.entrance}>
      <section className={styles.picture} data-theme="dark">
        {clip && <Footage clip={clip} />}
        <Link to="/" className={styles.home} aria-label={`${brand.name}, home`}>
          <Wordmark>{brand.name}</Wordmark>
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
