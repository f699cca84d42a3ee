// Says in a sentence that the browser is older than those of package.json (browserslist), and keeps it from making an order that
// it could not pay. In the syntax of 2009, because it runs there.
;(() => {
  var hasRegexp = true
  try {
    ;/(?<=a)b/
  } catch (_) {
    hasRegexp = false
  }
  if (hasRegexp && 'inert' in HTMLElement.prototype && [].findLast && Object.hasOwn && window.structuredClone)
    return
  var say = () => {
    var notice = document.getElementById('old-browser')
    if (notice) notice.removeAttribute('hidden')
  }
  var isOfSale = (node) => {
    while (node && node.nodeName !== 'BUTTON') node = node.parentNode
    return node && node.textContent.indexOf('Buy Now') >= 0
  }
  document.addEventListener(
    'click',
    (event) => {
      if (!isOfSale(event.target)) return
      event.stopImmediatePropagation()
      event.preventDefault()
      say()
    },
    true,
  )
  document.addEventListener('DOMContentLoaded', () => {
    var islands = document.querySelectorAll('astro-island[client=only]')
    for (var i = 0; i < islands.length; i += 1) islands[i].parentNode.removeChild(islands[i])
    if (islands.length > 0) say()
  })
})()
