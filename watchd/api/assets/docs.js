// Show this daemon's own OpenAPI document; nothing is loaded from elsewhere.
window.addEventListener("load", () => {
  window.SwaggerUIBundle({
    url: "/api/openapi.json",
    dom_id: "#docs",
    deepLinking: true,
    validatorUrl: null,
    tryItOutEnabled: true,
    persistAuthorization: false,
    defaultModelsExpandDepth: 0,
  });
});
