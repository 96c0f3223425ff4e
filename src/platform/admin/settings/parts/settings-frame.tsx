/** The frame of a settings form: its title, the button that saves it, and what was changed before. */
import { ArrowLeft } from 'lucide-react'
import type { FormEventHandler, ReactNode } from 'react'
import { Link } from 'react-router'

import { LogList } from '#ui/admin/audit-trail.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

import type { StaffAuditEntry } from '../../../audit/audit-log-contract.ts'
import { settingsGroups, type SettingsGroup } from '../../../settings/groups.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './settings-frame.module.css'

type SettingsFrameProps = {
  group: SettingsGroup
  log: readonly StaffAuditEntry[]
  state: {
    onSubmit: FormEventHandler<HTMLFormElement>
    isDirty: boolean
    isSubmitting: boolean
    problem: string | undefined
    unsavedDialog: ReactNode
  }
  children: ReactNode
  /** Shown between the form and the history. */
  after?: ReactNode
}

export const SettingsFrame = ({ group, log, state, children, after }: SettingsFrameProps) => {
  const { label, about } = settingsGroups[group]
  const { onSubmit, isDirty, isSubmitting, problem, unsavedDialog } = state
  return (
    <div className={cx(page.person, css.page)}>
      <header className={css.head}>
        <Link to="/admin/settings" className={css.back}>
          <ArrowLeft aria-hidden />
          Settings
        </Link>
        <h1>{label}</h1>
        <p>{about}</p>
      </header>
      <form method="post" noValidate onSubmit={onSubmit} className={cx(adminPage.form, css.form)}>
        {children}
        {problem && <Banner kind="danger">{problem}</Banner>}
        <p className={adminPage.end}>
          <Button type="submit" kind={isDirty ? 'primary' : 'secondary'} busy={isSubmitting && 'Saving…'}>
            Save
          </Button>
        </p>
      </form>
      {unsavedDialog}
      {after}
      <LogList rows={log} />
    </div>
  )
}

/** Fields that belong together, below a heading. */
export const SettingsSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={css.section}>
    <legend>{title}</legend>
    <div className={adminPage.fields}>{children}</div>
  </fieldset>
)
