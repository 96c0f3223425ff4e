/** The links of the header, in place of the built-in ones. */
import { useId } from 'react'
import { useFieldArray } from 'react-hook-form'

import { headerLinks } from '#site/links.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { MAX_HEADER_LINKS } from '../../../settings/menus-group.ts'
import { MenusBody, getMenusSettings, listMenuPages, saveMenusSettings } from '../contract.ts'
import { FieldRows } from '../parts/field-rows.tsx'
import { SettingsFrame } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/menus'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './menus.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Menus', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log, pages] = await Promise.all([
    callForPage(args, getMenusSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'menus' } }),
    callForPage(args, listMenuPages, {}),
  ])
  return { saved: saved.data, log: log.data, pages: pages.data }
}

/** The built-in links that lead to a page, to start from. */
const builtInLinks = headerLinks.flatMap(({ label, to }) => (to === undefined ? [] : [{ label, to }]))

export default function MenusSettings({ loaderData: { saved, log, pages } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: MenusBody,
    saved,
    send: body => call(saveMenusSettings, { body }),
  })
  const { register, formState, control } = form
  const { errors } = formState
  const links = useFieldArray({ control, name: 'header' })
  const listId = useId()
  const isBuiltIn = links.fields.length === 0
  return (
    <SettingsFrame group="menus" log={log} state={state}>
      <datalist id={listId}>
        {pages.map(({ label, to }) => (
          <option key={to} value={to}>
            {label}
          </option>
        ))}
      </datalist>
      {isBuiltIn ? (
        <section className={css.built}>
          <h2>Links in the header</h2>
          <p>The built-in menu is shown: {headerLinks.map(({ label }) => label).join(', ')}.</p>
          <p className={adminPage.end}>
            <Button onClick={() => links.replace(builtInLinks)}>Change the links</Button>
          </p>
        </section>
      ) : (
        <>
          <FieldRows
            title="Links in the header"
            noun="link"
            hint="A page of the shop begins with /, such as /category/aerial; another site with https://. What the header has no room for is under “More”; the menu on phones shows all. Boards are shown to signed-in users."
            keys={links.fields.map(({ id }) => id)}
            error={errors.header?.message ?? errors.header?.root?.message}
            onAdd={() => links.append({ label: '', to: '' })}
            onRemove={links.remove}
            onMove={links.move}
            max={MAX_HEADER_LINKS}
          >
            {index => (
              <>
                <TextField
                  dense
                  label="Label"
                  maxLength={24}
                  {...register(`header.${index}.label`)}
                  error={errors.header?.[index]?.label?.message}
                />
                <TextField
                  dense
                  label="Address"
                  list={listId}
                  autoComplete="off"
                  spellCheck={false}
                  {...register(`header.${index}.to`)}
                  error={errors.header?.[index]?.to?.message}
                />
              </>
            )}
          </FieldRows>
          <p className={adminPage.end}>
            <Button onClick={() => links.replace([])}>Reset to default</Button>
          </p>
        </>
      )}
    </SettingsFrame>
  )
}
