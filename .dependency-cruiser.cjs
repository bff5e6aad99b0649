// The rooms of the house (CONTRIBUTING.md) as rules. Each comment says where to put the thing instead.
const domain =
  "^lib/(audit|backups|grants|members|mcp-clients|people|apps|projects|deployments|domains|edge|notifications|proposals|outgoing|registries|registry|servers|updates|system|secrets|tokens)/";
const test = "\\.(test|engine\\.test)\\.ts$|/(testing|sink|test-cluster|test-file)\\.ts$";

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two files that need each other are one file, or hide a third that both should import.",
      from: { pathNot: test },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "pages-use-doors",
      severity: "error",
      comment:
        "A page talks to verbs: import the domain's index, schema or rules. What it lacks belongs into a verb.",
      from: { path: "^app/" },
      to: { path: "^lib/(db|engine|deployments/(steps|worker)|projects/table|auth/table)" },
    },
    {
      name: "components-stay-in-the-browser",
      severity: "error",
      comment: "A component gets data and actions as props; it may import shapes, pure rules and the client.",
      from: { path: "^components/" },
      to: {
        path: "^(lib|app)/",
        pathNot: "^lib/([a-z-]+/(schema|rules)\\.ts|app-definition/|sdk/)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "definitions-are-pure",
      severity: "error",
      comment: "The format knows no database, engine or network: pass in what it needs.",
      from: { path: "^lib/app-definition/", pathNot: test },
      to: { path: "^(lib/(?!app-definition)|app/|components/)" },
    },
    {
      name: "imports-are-pure",
      severity: "error",
      comment: "Turning a file into a definition needs the format and nothing else: pass in what it needs.",
      from: { path: "^lib/app-import/", pathNot: test },
      to: {
        path: "^(lib/(?!app-import|app-definition)|app/|components/)|^node_modules/(?!zod|yaml|smol-toml)",
      },
    },
    {
      name: "engine-knows-no-project",
      severity: "error",
      comment:
        "The engine drives containers; who they belong to is told by labels that the deployment gives.",
      from: { path: "^lib/engine/", pathNot: test },
      to: { path: "^(lib/(?!engine)|app/|components/)" },
    },
    {
      name: "domains-know-no-web",
      severity: "error",
      comment: "A verb gets a caller and an input. Requests, cookies and pages are lib/http and lib/auth.",
      from: { path: domain, pathNot: test },
      to: { path: "^(lib/http/|app/|components/)|^node_modules/(next|react|react-dom)/" },
    },
    {
      name: "access-stands-alone",
      severity: "error",
      comment: "Permissions know nobody: a resource tells its organization through the operation's `on`.",
      from: { path: "^lib/access/", pathNot: `${test}|/table\\.ts$` },
      to: { path: "^(lib/(?!access|db)|app/|components/)" },
    },
    {
      name: "sdk-is-a-stranger",
      severity: "error",
      comment: "The client is a stranger holding a token: types and shapes only.",
      from: { path: "^lib/sdk/", pathNot: test },
      to: { path: "^lib/(?!sdk|[a-z-]+/schema\\.ts)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "product-imports-no-test",
      severity: "error",
      comment: "Test set-up stays with tests.",
      from: {
        path: "^(app|components|lib)/",
        pathNot: `${test}|/conformance\\.ts$|^lib/auth/social-provider/`,
      },
      to: {
        path: "(/testing\\.ts|/sink\\.ts|test-cluster\\.ts|\\.test\\.ts|^lib/auth/social-provider/|^e2e/)",
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^\\.next|^next-env" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
