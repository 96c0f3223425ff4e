/** The header of a shoot or of one of its scenes: the name and its details. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { CollectionCard } from '../collections-contract.ts'
import { filmmakerPath } from '../paths.ts'

import styles from './shoot-slate.module.css'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

type ShootSlateProps = {
  shoot: Pick<CollectionCard, 'filmmaker' | 'created_at'>
  name: string
  /** Shown above the name: what it is part of. */
  above?: ReactNode
  about?: string | undefined
  /** More details as `<div><dt/><dd/></div>`. */
  children: ReactNode
}

export const ShootSlate = ({ shoot, name, above, about, children }: ShootSlateProps) => (
  <header className={styles.slate}>
    <div className={styles.title}>
      {above && <p className={styles.above}>{above}</p>}
      <h1>{name}</h1>
      {about && <p className={styles.about}>{about}</p>}
    </div>
    <dl className={styles.fields}>
      {shoot.filmmaker && (
        <div>
          <dt>Filmmaker</dt>
          <dd>
            <Link to={filmmakerPath(shoot.filmmaker.data)}>{shoot.filmmaker.data.name}</Link>
          </dd>
        </div>
      )}
      <div>
        <dt>Released</dt>
        <dd>
          <time dateTime={shoot.created_at}>{day.format(new Date(shoot.created_at))}</time>
        </dd>
      </div>
      {children}
    </dl>
  </header>
)
