/** The data of a page that holds it. */
const Data = JSON.parse(document.getElementById('data').textContent);
