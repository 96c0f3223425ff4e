/** The licenses of a workspace that another system sold: a list, and their correction and revocation by platform admins. */
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { AdminPagination } from '#ui/admin/admin-pagination.tsx'
import { formatDay } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { isInForce, licenseStateLabels } from '../in-force.ts'
import { revokeImportedLicense, type ImportedLicense } from './contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))
const CorrectionDialog = lazy(() =>
  import('./parts/correction-dialog.tsx').then(part => ({ default: part.CorrectionDialog })),
)

/** The query parameter of the list's page. */
export const IMPORTED_LICENSES_PARAM = 'licenses'

type ImportedLicensesProps = {
  licenses: readonly ImportedLicense[]
  pagination: { page: number; total: number; total_pages: number }
  /** A member of the workspace cannot change its licenses. */
  isMember: boolean
}

type OpenDialog = { kind: 'correct' | 'revoke'; license: ImportedLicense }

export const ImportedLicenses = ({ licenses, pagination, isMember }: ImportedLicensesProps) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const canChange = hasStaffAccess('platform_admins', useSession()?.roles ?? []) && !isMember
  const [dialog, setDialog] = useState<OpenDialog>()
  if (pagination.total === 0) return null
  return (
    <section aria-labelledby="imported">
      <h2 id="imported">Imported licenses</h2>
      <p className={adminPage.soft}>
        {pagination.total === 1 ? 'One license' : `${pagination.total.toLocaleString('en-US')} licenses`} that another
        system sold. For another clip or file, revoke the license and import the right one.
      </p>
      <div className={adminPage.scroll}>
        <table className={adminPage.table}>
          <caption className="visually-hidden">Imported licenses</caption>
          <thead>
            <tr>
              <th scope="col">Clip</th>
              <th scope="col">License</th>
              <th scope="col">Project</th>
              <th scope="col">Order</th>
              <th scope="col">Granted</th>
              <th scope="col">State</th>
              {canChange && (
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {licenses.map(license => (
              <tr key={license.id}>
                <td>
                  <Link to={`/admin/catalog/${license.clip.id}`}>{license.clip.name}</Link>{' '}
                  <span className={adminPage.soft}>{license.clip.format}</span>
                </td>
                <td data-label="License">
                  {license.sentence}
                  {license.fields.company && <span className={adminPage.under}>{license.fields.company}</span>}
                </td>
                <td data-label="Project">
                  {license.fields.project_name}
                  {license.fields.client_name && <span className={adminPage.under}>{license.fields.client_name}</span>}
                </td>
                <td data-label="Order" className="mono">
                  {license.fields.order}
                </td>
                <td data-label="Granted" className="mono">
                  {formatDay(license.granted_at)}
                </td>
                <td
                  data-label="State"
                  className={adminPage.state}
                  data-tone={isInForce(license.state) ? 'good' : undefined}
                >
                  {licenseStateLabels[license.state]}
                </td>
                {canChange && (
                  <td>
                    <span className={adminPage.end}>
                      <Button
                        size="sm"
                        aria-label={`Correct the license of ${license.clip.name}, ${license.fields.order}`}
                        onClick={() => setDialog({ kind: 'correct', license })}
                      >
                        Correct
                      </Button>
                      <Button
                        size="sm"
                        kind={license.is_revoked ? 'quiet' : 'danger'}
                        aria-label={`${license.is_revoked ? 'Reinstate' : 'Revoke'} the license of ${license.clip.name}, ${license.fields.order}`}
                        onClick={() => setDialog({ kind: 'revoke', license })}
                      >
                        {license.is_revoked ? 'Reinstate' : 'Revoke'}
                      </Button>
                    </span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <AdminPagination
        label="Pages of imported licenses"
        page={pagination.page}
        total_pages={pagination.total_pages}
        param={IMPORTED_LICENSES_PARAM}
      />
      <Suspense>
        {dialog?.kind === 'correct' && (
          <CorrectionDialog license={dialog.license} onClose={() => setDialog(undefined)} onSaved={revalidate} />
        )}
        {dialog?.kind === 'revoke' && (
          <ReasonDialog
            {...revocationTexts(dialog.license)}
            hint="For the audit log. The workspace’s members see that it happened, but not the reason."
            onClose={() => setDialog(undefined)}
            onConfirm={async reason => {
              const is_revoked = !dialog.license.is_revoked
              await call(revokeImportedLicense, {
                params: { id: String(dialog.license.id) },
                body: { is_revoked, reason },
              })
              await revalidate()
              toast(is_revoked ? 'The license is revoked.' : 'The license is reinstated.', { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

const revocationTexts = ({ clip, is_revoked }: ImportedLicense) =>
  is_revoked
    ? {
        title: `Reinstate the license of ${clip.name}`,
        what: 'It is in force again as it was, with its certificate and downloads.',
        confirm: 'Reinstate',
        busy: 'Reinstating…',
      }
    : {
        title: `Revoke the license of ${clip.name}`,
        what: 'The buyer can no longer download the clip, and the certificate no longer verifies. The register shows the license as revoked.',
        confirm: 'Revoke',
        busy: 'Revoking…',
        danger: true,
      }
