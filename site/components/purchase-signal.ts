/** Tells the `client:purchase` islands of a choice: directives are bundled apart and cannot see the store. */
import { $selectedPackage } from '../stores/selected-package.ts'

$selectedPackage.listen((selected) => {
  if (selected) dispatchEvent(new Event('purchase:chosen'))
})
