/** Runs the shop from the build in the given folder as a separate process. */
import { startShop } from '../src/app/main.ts'

const shop = await startShop(process.env, process.argv[2] ?? 'build/production')
console.log('ready')
process.once('SIGTERM', () => void shop.stop().then(() => process.exit(0)))
