import type { BrowserStorageEntry } from './browser-storage.ts'

export const BrowserStorageTable = ({ label, entries }: { label: string; entries: readonly BrowserStorageEntry[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{label}</th>
        <th scope="col">What for</th>
        <th scope="col">Until</th>
      </tr>
    </thead>
    <tbody>
      {entries.map(({ name, what, until }) => (
        <tr key={name}>
          <th scope="row" className="mono">
            {name}
          </th>
          <td>{what}</td>
          <td>{until}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
